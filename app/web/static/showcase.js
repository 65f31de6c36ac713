// A position of each game, as a record: what the first page shows.

export const POSITIONS = {
  "battle-of-lits": `game = "battle-of-lits"
moves = "S[h8,i7,i8,j7] L[f7,g7,g8,g9] S[d6,d7,e7,e8] I[c3,c4,c5,c6] S[f5,f6,g4,g5] L[i4,i5,i6,j4] I[f10,g10,h10,i10] S[d3,e2,e3,f2] L[a8,b6,b7,b8]"
[setup]
board = [".XXOXOOOOO", "...OO.OX.X", "O...OXOX..", "X..X.OXO.X", "..O..OX.XO", "XO.OX..X..", "O.XOX.O..O", "..OXOX...X", "O.OX.XX...", "XXXXXOXOO."]
`,
  taiji: `game = "taiji"
moves = "d6,e6 g4,g5 e4,d4 a3,a2 b5,c5 c3,b3 a4,a5 b7,c7 d3,d2 f2,f3 f6,f5 c4,b4 b1,c1 c2,b2 e1,d1 f1,g1 g7,g6"
[options]
size = 7
`,
  tailits: `game = "tailits"
moves = "T[e7w,f6b,f7w,g7b] L[c9w,d7b,d8w,d9b] S[f9w,g8w,g9b,h8b] T[a10w,b10w,b11b,c10b] L[i6b,i7w,i8b,j8w] S[e3w,e4b,f4w,f5b] I[e2b,f2w,g2b,h2w] S[i1w,i2b,j2w,j3b] L[b2w,b3b,c3w,d3b]"
`,
  wythe: `game = "wythe"
moves = "g7,f7 f2,f3 a8,b8 d7,d8 c6,d6 g2,h2 c3,c2 c4,d4 h7,h8 b6,a6 d3,d2 h6,h5 f5,f4 b2,a2 a3,b3 e1,d1"
`,
  "tailits+taiji": `game = "tailits+taiji"
moves = "L[c5w,d3b,d4w,d5b] S[b1w,b2b,c2w,c3b] S[e3b,f2b,f3w,g2w] I[a2w,a3b,a4w,a5b] T[c7b,d6b,d7w,e7w] S[f6w,f7b,g5w,g6b] | d5,c5 b6,c6 a7,b7 d4,d3 d2,d1 d7,e7"
[options]
size = 7
`,
  "taiji+battle-of-lits": `game = "taiji+battle-of-lits"
moves = "e3,e4 g6,g7 b6,b5 b1,c1 d6,d7 d5,d4 a4,a3 f3,f2 e2,e1 g5,f5 f6,f7 d1,d2 c3,c2 g1,g2 c4,b4 e7,e6 a7,a6 c6,c5 b2,b3 g3,g4 a2,a1 b7,c7 | I[c3,d3,e3,f3] L[b4,c4,c5,c6] L[f4,g4,g5,g6] T[e5,e6,e7,f6] L[a2,b2,c1,c2]"
[options]
size = 7
`,
};
