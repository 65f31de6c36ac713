// The parts of Pyodide that `browser/worker.js` uses. `make static` puts its modules beside the
// page's.

interface PyodideModule {
  readonly HEAP8: Int8Array;
  readonly HEAPU8: Uint8Array;
  growMemory(size: number): void;
}

interface PyodideSettings {
  dynamicLibraries: string[];
  locateFile(name: string): string;
}

declare module "*/pyodide.asm.mjs" {
  export default function createModule(settings: PyodideSettings): Promise<PyodideModule>;
}

declare module "*/pyodide.mjs" {
  export interface Python {
    readonly _api: { config: { _loadSnapshot?: Uint8Array } };
    readonly _module: PyodideModule;
    readonly FS: {
      mkdirTree(path: string): void;
      writeFile(path: string, content: Uint8Array, options: { canOwn: boolean }): void;
    };
    makeMemorySnapshot(): Uint8Array<ArrayBuffer>;
    /** The functions of `app/web/in_browser.py`. */
    pyimport(name: "litslab.app.web.in_browser"): {
      prepare(): void;
      begin(kernel: object): void;
      add_games(name: string, source: string): void;
      answer(
        name: string,
        body: string,
        send: (event: string) => void,
        language: string,
      ): string;
    };
    runPython(source: string): unknown;
  }

  export function loadPyodide(options: {
    indexURL: string;
    env: Record<string, string>;
    lockFileContents: string;
    _loadSnapshot: Uint8Array | undefined;
    _makeSnapshot: boolean;
    createPyodideModule(settings: PyodideSettings): Promise<PyodideModule>;
  }): Promise<Python>;
}
