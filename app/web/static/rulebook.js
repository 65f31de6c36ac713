// What the page knows of notation and rules before it can ask. `python -m docs.make rulebook`
// writes it, from the same Python that answers.

import { tr } from "./language.js";

// The names of columns, from the left.
export const COLUMNS = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p", "q", "r", "s", "t", "u", "v", "w", "x", "y", "z", "aa", "ab", "ac", "ad", "ae", "af", "ag", "ah", "ai", "aj", "ak", "al", "am", "an", "ao", "ap", "aq", "ar", "as", "at", "au", "av", "aw", "ax", "ay", "az", "ba", "bb", "bc", "bd", "be", "bf", "bg", "bh", "bi", "bj", "bk", "bl", "bm", "bn", "bo", "bp", "bq", "br", "bs", "bt", "bu", "bv", "bw", "bx", "by", "bz", "ca", "cb", "cc", "cd", "ce", "cf", "cg", "ch", "ci", "cj", "ck", "cl", "cm", "cn", "co", "cp", "cq", "cr", "cs", "ct", "cu"];

// The letters of tetrominoes by their squares, sorted: column and row of each.
/** @type {Record<string, string>} */
export const SHAPES = {"0,0 0,1 0,2 1,0": "L", "0,0 0,1 0,2 1,2": "L", "0,0 0,1 1,0 2,0": "L", "0,0 0,1 1,1 2,1": "L", "0,0 1,0 1,1 1,2": "L", "0,0 1,0 2,0 2,1": "L", "0,1 1,1 2,0 2,1": "L", "0,2 1,0 1,1 1,2": "L", "0,0 0,1 0,2 0,3": "I", "0,0 1,0 2,0 3,0": "I", "0,0 0,1 0,2 1,1": "T", "0,0 1,0 1,1 2,0": "T", "0,1 1,0 1,1 1,2": "T", "0,1 1,0 1,1 2,1": "T", "0,0 0,1 1,1 1,2": "S", "0,0 1,0 1,1 2,1": "S", "0,1 0,2 1,0 1,1": "S", "0,1 1,0 1,1 2,0": "S", "0,0 0,1 1,0 1,1": "O"};

// The puzzle and those next to it that need no givens, by name.
/**
 * @type {Record<string, {title: string, text: string, shapes: string,
 *   tetrominoes: number, isInverse: boolean, isOptional: boolean, mayBeBlank: boolean}>}
 */
export const PUZZLES = {
  "lits": {
    title: tr("LITS"),
    text: tr("Shade four connected squares in each region: an L, I, T or S. Equal shapes share no edge, no 2×2 block is full, and all that is shaded is connected."),
    shapes: "LITS",
    tetrominoes: 1,
    isInverse: false,
    isOptional: false,
    mayBeBlank: true,
  },
  "litso": {
    title: tr("LITSO"),
    text: tr("Shade four connected squares in each region: an L, I, T, S or O. Equal shapes share no edge, no 2×2 block is full unless it is one O, and all that is shaded is connected."),
    shapes: "LITSO",
    tetrominoes: 1,
    isInverse: false,
    isOptional: false,
    mayBeBlank: true,
  },
  "inverse-litso": {
    title: tr("Inverse LITSO"),
    text: tr("Leave four connected squares unshaded in each region, an L, I, T, S or O, and shade all others. Equal shapes share no edge, no 2×2 block is full, and all that is shaded is connected."),
    shapes: "LITSO",
    tetrominoes: 1,
    isInverse: true,
    isOptional: false,
    mayBeBlank: true,
  },
  "lits-plus": {
    title: tr("LITS+"),
    text: tr("Shade four connected squares, an L, I, T or S, in a region, or none. Equal shapes share no edge, no 2×2 block is full or blank, and all that is shaded is connected."),
    shapes: "LITS",
    tetrominoes: 1,
    isInverse: false,
    isOptional: true,
    mayBeBlank: false,
  },
  "double-lits": {
    title: tr("Double LITS"),
    text: tr("Shade two tetrominoes in each region, an L, I, T or S each, that share no edge; they may be equal. Equal shapes of different regions share no edge, no 2×2 block is full, and all that is shaded is connected."),
    shapes: "LITS",
    tetrominoes: 2,
    isInverse: false,
    isOptional: false,
    mayBeBlank: true,
  },
};
