// Types that modules of the page share. They are only read by the tools that check the modules, and
// are no part of the page.

import type { components, questions } from "./api.d.ts";
import type { ApiEngine } from "./static/engine.js";
import type { GameValues } from "./static/game.js";

// --- questions and answers

export type Schemas = components["schemas"];
export type Question = keyof questions;
export type Answer<Name extends Question> = questions[Name]["answer"];
/** What a question is asked with; what is left out has its default. */
export type Body<Name extends Question> = Partial<NonNullable<questions[Name]["body"]>>;

/** How far some work is. */
export interface WorkDone {
  done: number;
  total: number | null;
  text: string;
}

/** What questions tell that have more to tell before their answer than how far they are. */
interface Told {
  generate: { puzzle: Schemas["NewPuzzle"] };
  studies: { text?: string; study?: Schemas["Study"] };
  review: Partial<WorkDone> & { evaluation?: Schemas["EvaluatedPosition"] };
  simulate: { run: Schemas["RunState"] };
}
export type Progress<Name extends Question> = Name extends keyof Told ? Told[Name] : WorkDone;

export type PositionPage = Schemas["PositionPage"];
export type Position = Schemas["PositionDescription"];
export type GameRules = Schemas["Game"];
export type Study = Schemas["Study"];

// --- views

/** The values of an address, as texts; the seed of a new game is a number. */
export type Values = Partial<Record<string, string>> & { seed?: never };
export interface View {
  /** Called when another view is shown; what it keeps is kept when the promise is fulfilled. */
  leave: () => unknown;
}
/** The module of a view; each names the values that it reads. */
export interface ViewModule {
  mount(root: HTMLElement, engine: ApiEngine, values: GameValues): Promise<View | void>;
}

// --- elements

/** A listener, whose event is typed by the name of the attribute. */
type Listener = { listen(event: Event): unknown }["listen"];
export type Value = string | number | boolean | null | undefined;
type Listeners<Events, Element> = {
  [Name in keyof Events as `on${Name & string}`]?: (
    event: Events[Name] & { currentTarget: Element },
  ) => unknown;
};
/** The attributes and the listeners of any element: true is an empty attribute, false is none. */
export type AnyAttributes = Record<string, Value | Listener>;
export type Attributes<Element> = Listeners<HTMLElementEventMap, Element> & AnyAttributes;
export type Child = Node | string | number | null | undefined;
export type Children = Child | Child[];
