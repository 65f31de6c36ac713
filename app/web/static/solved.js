// Whole boards that are solved, each with a game of best play: those of docs/results/boards.json.

export const SOLVED = [
  { title: "TAIJI 6×6", text: "Dark wins by the tie rule, with one group scored and with two or three.", cost: "134 million positions searched, with a proof to check", record: `game = "taiji"
moves = "c1,d1 c6,d6 c2,d2 c5,d5 d3,c3 c4,d4 e4,f4 a4,b4 e5,f5 a5,b5 e6,f6 a6,b6 b3,b2 e2,e3 a1,b1 e1,f1 a3,a2 f2,f3"
[options]
size = 6
groups = 1
` },
  { title: "Battle of LITS 10×10", text: "The second player wins by the tie rule, thanks to the swap: on this board and on 19 others.", cost: "32 to 221 million positions searched each", record: `game = "battle-of-lits"
moves = "L[a1,a2,a3,b1] T[b3,c2,c3,c4] L[c5,c6,c7,d7] T[e5,e6,e7,f6] L[e8,e9,f8,g8] L[e3,e4,f3,g3] I[b7,b8,b9,b10] I[h2,h3,h4,h5] T[h8,i8,i9,j8] L[i5,i6,i7,j5] I[c1,d1,e1,f1] I[j1,j2,j3,j4] I[e10,f10,g10,h10] T[a4,a5,a6,b5]"
options = { size = 10 }
[setup]
board = [".OXX.XX.XX", ".XXX..X..X", ".XX.OOX..O", "..OXX.X.XX", "....XXOXXO", "XOOXOO....", "OO.O.OOX..", "X..OXX.OO.", "O..O..OOO.", "OO.OO.OOX."]
` },
  { title: "TAILITS 9×9", text: "Black wins by one square or by the tie rule (colouring fixed).", cost: "2.0 billion positions searched", record: `game = "tailits"
moves = "T[e5b,e6w,e7w,f6b] L[c3b,c4w,c5b,d5w] I[a2w,b2b,c2w,d2b] L[e8b,f8w,g7w,g8b] T[b7b,c6b,c7w,c8w] L[e4w,f2b,f3w,f4b] T[g3b,h3w,h4b,i3w] S[h8w,h9b,i7w,i8b] I[e1b,f1w,g1b,h1w] I[a5b,a6w,a7b,a8w] I[b9w,c9b,d9w,e9b] L[g5b,h5w,i5b,i6w]"
[options]
size = 9
` },
  { title: "Wythe 5×5", text: "The second player wins by the tie rule, thanks to the swap.", cost: "1.0 billion positions searched", record: `game = "wythe"
moves = "a4,a3 a2,a1 a3,a2 b3,b4 b1,b2 c3,d3 c1,c2 d4,e4 c2,c3 b5,c5 e2,e3 d2,d1 b2,b3 b3,a3 d5,e5 c5,d5"
[options]
size = 5
` },
];
