// A quiet knock for each placed piece; none until it is chosen.

import { store, stored } from "./dom.js";

const NAME = "sound";
const SECONDS = 0.12;
const LOUDNESS = 0.2; // of 1
const NEARLY_SILENT = 0.001; // an exponential ramp never reaches 0
const [HIGH, LOW] = [240, 90]; // Hz

export const hasSound = () => stored(NAME) === true;
/** @param {boolean} isOn */
export const chooseSound = (isOn) => store(NAME, isOn);

/** @type {AudioContext | null} */
let context = null;

export async function knock() {
  context ??= new AudioContext();
  await context.resume(); // a browser allows none before the first click
  const start = context.currentTime;
  const end = start + SECONDS;
  const tone = context.createOscillator();
  tone.frequency.setValueAtTime(HIGH, start);
  tone.frequency.exponentialRampToValueAtTime(LOW, end);
  const volume = context.createGain();
  volume.gain.setValueAtTime(LOUDNESS, start);
  volume.gain.exponentialRampToValueAtTime(NEARLY_SILENT, end);
  tone.connect(volume).connect(context.destination);
  tone.start(start);
  tone.stop(end);
}
