// Endgame studies from easy to hard: a first small one, then those of docs/examples/studies.

export const STUDIES = [
  { name: "first", title: "TAIJI: Light to move and win", level: 1, record: `game = "taiji"
title = "Light to move and win"
moves = "b4,b3 c3,d3 a2,b2 c1,d1"
options = { size = 4, groups = 1 }
study = { solution = "c2,d2", plies = 4, level = 1 }
` },
  { name: "wythe-8-plies-seed-1-0002", title: "Wythe: White to move and win", level: 1, record: `game = "wythe"
title = "White to move and win"
moves = ["c8,d8", "e6,f6", "h2,h3", "f7,e7", "b5,c5", "d3,e3", "b6,c6", "b2,b3", "g3,g4", "b4,c4", "g1,f1", "f3,f4", "b7,b8", "b8,c8", "d1,e1", "a2,a3", "h6,h5", "g5,g6", "c3,c2", "d6,d7", "h8,g8", "e4,e5", "a5,a6", "d4,d5", "e2,f2", "h3,g3", "b3,c3", "e3,e2", "e8,f8", "c6,d6", "e7,e6", "b1,a1", "a7,a8"]
[options]
size = 8
[study]
solution = "g6,h6"
plies = 8
level = 1
surprise = true
seed = 1
number = 2
proved_by = ["kernel", "reference"]
` },
  { name: "taiji+battle-of-lits-6-plies-seed-1-0001", title: "TAIJI+Battle of LITS: White to move and win", level: 2, record: `game = "taiji+battle-of-lits"
title = "White to move and win"
moves = ["h4,h3", "b10,b9", "k3,k4", "d7,d8", "b7,c7", "g7,g8", "j1,i1", "f7,e7", "j5,j4", "i6,h6", "k7,j7", "c10,c9", "f5,g5", "c4,b4", "g2,g1", "h2,h1", "e9,f9", "f3,f4", "e11,d11", "d3,e3", "i8,h8", "j10,j11", "d5,c5", "g6,f6", "c2,d2", "g10,g11", "d1,e1", "a5,a4", "g4,g3", "i5,i4", "a8,b8", "e2,f2", "f10,e10", "d4,e4", "b6,b5", "h9,i9", "j8,k8", "a2,b2", "b3,a3", "d6,e6", "h11,h10", "f8,e8", "a9,a10", "i2,j2", "a6,a7", "k10,k11", "k5,k6", "i3,j3", "d10,d9", "k9,j9", "c11,b11", "i11,i10", "i7,h7", "b1,a1", "k2,k1", "|", "S[f5,f6,g4,g5]", "T[d7,e7,e8,f7]", "L[e2,e3,f3,g3]", "I[c6,c7,c8,c9]", "T[c10,d10,d11,e10]", "L[a8,a9,a10,b8]", "T[h4,i3,i4,j4]", "S[b3,b4,c4,c5]", "S[f9,f10,g8,g9]", "L[h8,i8,i9,i10]", "T[j8,k7,k8,k9]", "I[k3,k4,k5,k6]"]
[options]
size = 11
groups = 3
supply = [6, 6, 6, 6]
[study]
solution = "S[h1,i1,i2,j2]"
plies = 6
level = 2
surprise = true
seed = 1
number = 1
proved_by = ["kernel"]
` },
  { name: "taiji+battle-of-lits-6-plies-seed-1-0002", title: "TAIJI+Battle of LITS: White to move and win", level: 2, record: `game = "taiji+battle-of-lits"
title = "White to move and win"
moves = ["b5,c5", "b11,b10", "e9,e10", "k9,j9", "j7,i7", "c6,c7", "a9,a10", "h11,h10", "a5,a6", "j3,k3", "b4,a4", "j2,i2", "j4,j5", "g1,g2", "i8,j8", "h9,i9", "e4,e5", "e1,d1", "a2,a3", "f7,f8", "j11,k11", "d10,d9", "j6,i6", "d6,d5", "e2,d2", "f4,f3", "h4,h5", "c3,c2", "g3,h3", "c9,c8", "c11,c10", "g9,f9", "g6,g7", "g11,f11", "h7,h8", "b1,a1", "e6,f6", "e3,d3", "b9,b8", "k8,k7", "i10,j10", "b2,b3", "c4,d4", "d8,d7", "b7,b6", "j1,k1", "f10,g10", "f1,f2", "d11,e11", "k4,k5", "i5,i4", "h2,h1", "g5,g4", "a7,a8", "e7,e8", "|", "S[g1,g2,h2,h3]", "T[g5,h4,h5,h6]", "S[g8,g9,h7,h8]", "L[e4,f2,f3,f4]", "L[i6,j6,k5,k6]", "L[g10,h10,i9,i10]", "T[i8,j7,j8,k8]", "S[c5,c6,d4,d5]", "T[c7,d7,d8,e7]", "L[b2,b3,c3,d3]", "L[b9,c9,d9,d10]", "L[i1,i2,j2,k2]"]
[options]
size = 11
groups = 3
supply = [6, 6, 6, 6]
[study]
solution = "I[a8,a9,a10,a11]"
plies = 6
level = 2
surprise = true
seed = 1
number = 2
proved_by = ["kernel", "reference"]
` },
  { name: "tailits-6-plies-seed-1-0002", title: "TAILITS: White to move and win", level: 2, record: `game = "tailits"
title = "White to move and win"
moves = ["T[d6b,e6w,e7b,f6w]", "L[f4w,g4b,g5w,g6b]", "L[c3b,c4w,c5b,d5w]", "T[f1b,f2w,f3w,g2b]", "S[b1b,c1w,c2b,d2w]", "S[h2b,h3w,i3b,i4w]", "T[g7b,g8w,g9w,h8b]", "I[j4w,j5b,j6w,j7b]", "L[i8b,i9w,i10b,j10w]", "L[e8b,e9w,e10b,f10w]", "S[c9b,c10w,d10b,d11w]"]
[options]
size = 11
supply = [6, 6, 6, 6]
scoring = "largest"
colouring = "fixed"
flips = true
[study]
solution = "I[b5w,b6b,b7w,b8b]"
plies = 6
level = 2
surprise = true
seed = 1
number = 2
proved_by = ["kernel"]
` },
  { name: "tailits+taiji-8-plies-seed-1-0001", title: "TAILITS+TAIJI: White to move and win", level: 2, record: `game = "tailits+taiji"
title = "White to move and win"
moves = ["T[e6b,f5b,f6w,f7w]", "S[c7b,c8w,d6b,d7w]", "I[b8w,b9b,b10w,b11b]", "L[g5w,h5b,h6w,h7b]", "L[f8b,f9w,f10b,g10w]", "T[i7b,j6w,j7w,j8b]", "T[h10b,i10w,i11b,j10w]", "L[b4w,b5b,c5w,d5b]", "S[e2b,e3w,f3b,f4w]", "L[g1b,g2w,g3b,h1w]", "I[h4w,i4b,j4w,k4b]", "S[i1b,i2w,j2b,j3w]", "S[c11w,d10w,d11b,e10b]", "T[a2b,b1w,b2w,b3b]", "I[k8w,k9b,k10w,k11b]", "I[c1b,d1w,e1b,f1w]", "|", "c3,d3", "c8,c7", "h6,h5", "k10,k9", "e9,d9", "f8,f9", "d11,c11", "g9,h9", "e11,f11", "d5,d6", "a6,a7", "i10,h10", "a10,a9", "c6,b6", "b11,b10", "g1,g2", "f10,e10", "k2,k3", "e7,e8", "g6,g7", "k6,k5", "b1,c1", "k4,j4", "e1,d1", "j7,j6", "a2,b2", "d4,e4", "i5,i6", "e6,f6", "h8,g8", "g11,h11", "h3,h2", "i2,j2", "f5,f4", "b5,c5", "i8,i9", "a3,a4", "g3,f3", "b8,b9", "c10,c9"]
[options]
size = 11
supply = [6, 6, 6, 6]
scoring = "largest"
colouring = "fixed"
flips = true
groups = 3
[study]
solution = "b3,b4"
plies = 8
level = 2
surprise = true
seed = 1
number = 1
proved_by = ["kernel"]
` },
  { name: "wythe-8-plies-seed-1-0001", title: "Wythe: White to move and win", level: 2, record: `game = "wythe"
title = "White to move and win"
moves = ["c1,d1", "e7,d7", "f3,g3", "c8,b8", "f8,g8", "b4,a4", "c4,d4", "g6,g5", "e5,d5", "f4,g4", "d2,e2", "g2,g1", "b3,b2", "h4,h5", "g3,g2", "a2,a1", "e1,f1", "a6,a7", "c3,d3", "e4,e3", "b7,c7", "f7,g7", "d3,d2", "h6,h7", "c6,b6", "c5,b5", "h1,h2", "c7,c6", "b2,a2", "d6,e6", "d8,e8", "d7,d6", "b5,b4"]
[options]
size = 8
[study]
solution = "g4,h4"
plies = 8
level = 2
surprise = true
seed = 1
number = 1
proved_by = ["kernel", "reference"]
` },
  { name: "tailits-6-plies-seed-1-0001", title: "TAILITS: Black to move and win", level: 3, record: `game = "tailits"
title = "Black to move and win"
moves = ["S[e6w,f6b,f7w,g7b]", "I[a6w,b6b,c6w,d6b]", "S[c3b,c4w,d4b,d5w]", "L[d2w,e2b,e3w,e4b]", "T[e9w,f8b,f9w,g9b]", "S[f2w,g2b,g3w,h3b]", "T[h5b,h6w,h7w,i6b]", "L[h8b,h9w,i8w,j8b]", "T[i3b,j2b,j3w,k3w]", "S[c8b,c9w,d9b,d10w]", "I[k7b,k8w,k9b,k10w]", "L[a9b,a10w,a11b,b9w]"]
[options]
size = 11
supply = [6, 6, 6, 6]
scoring = "largest"
colouring = "fixed"
flips = true
[study]
solution = "I[d11w,e11b,f11w,g11b]"
plies = 6
level = 3
surprise = true
seed = 1
number = 1
proved_by = ["kernel"]
` },
  { name: "tailits+taiji-8-plies-seed-1-0002", title: "TAILITS+TAIJI: Black to move and win", level: 3, record: `game = "tailits+taiji"
title = "Black to move and win"
moves = ["S[f6b,f7w,g5b,g6w]", "T[f8b,g8w,g9b,h8w]", "I[h6b,i6w,j6b,k6w]", "L[g10b,h10w,i9w,i10b]", "L[d8w,e8b,e9w,e10b]", "T[b8b,c7w,c8w,c9b]", "L[a6b,b6w,c5w,c6b]", "I[a7b,a8w,a9b,a10w]", "T[h4b,i4w,i5b,j4w]", "T[b4w,c3b,c4w,d4b]", "I[d11b,e11w,f11b,g11w]", "I[e1b,e2w,e3b,e4w]", "S[b1b,c1w,c2b,d2w]", "T[f2b,g1b,g2w,g3w]", "S[h2w,i1w,i2b,j1b]", "I[k1w,k2b,k3w,k4b]", "S[j8b,j9w,k7b,k8w]", "I[a2b,a3w,a4b,a5w]", "L[a11b,b11w,c10w,c11b]", "|", "f5,f4", "i11,j11", "a4,a5", "h4,i4", "h2,g2", "g8,h8", "d10,d9", "k10,k9", "f8,f7", "d5,d6", "a8,b8", "i7,j7", "e7,e6", "c5,c4", "e3,e4", "g5,g6", "a11,a10", "c7,c6", "k3,k4", "k8,k7", "c8,d8", "g10,h10", "e11,e10", "c11,d11", "j1,i1", "j9,i9", "i6,j6", "d2,c2", "f2,e2", "c10,c9", "a6,a7", "j5,k5", "i3,h3", "h7,g7", "b9,b10"]
[options]
size = 11
supply = [6, 6, 6, 6]
scoring = "largest"
colouring = "fixed"
flips = true
groups = 3
[study]
solution = "e8,e9"
plies = 8
level = 3
surprise = true
seed = 1
number = 2
proved_by = ["kernel"]
` },
  { name: "taiji-10-plies-seed-1-0002", title: "TAIJI: Dark to move and win", level: 3, record: `game = "taiji"
title = "Dark to move and win"
moves = ["e5,e6", "d2,d1", "b1,a1", "g7,g8", "a2,b2", "b6,a6", "e3,e2", "g5,g4", "a5,b5", "i3,h3", "b7,a7", "f2,g2", "c3,c4", "d7,d6", "i1,h1", "e7,e8", "f4,f5", "a8,a9", "g9,f9", "d8,c8", "h8,h7", "c9,b9", "f7,f8", "c5,d5", "i7,i8", "i6,h6", "d3,d4", "i4,h4", "a4,a3"]
[options]
size = 9
groups = 2
[study]
solution = "i5,h5"
plies = 10
level = 3
surprise = true
seed = 1
number = 2
proved_by = ["kernel"]
` },
  { name: "battle-of-lits-8-plies-seed-1-0001", title: "Battle of LITS: O to move and win", level: 4, record: `game = "battle-of-lits"
title = "O to move and win"
moves = ["T[i2,i3,i4,j3]", "S[i5,i6,j6,j7]", "L[i10,j8,j9,j10]", "L[g4,g5,g6,h6]", "S[e2,f2,f3,g3]", "S[g7,g8,h8,h9]", "I[c7,d7,e7,f7]"]
[options]
size = 10
rows = 10
supply = [5, 5, 5, 5]
[setup]
board = ["XO....XX..", "X.OXX..XOX", "..O.OOO.XO", "....OXOOXO", "OOOO.X.OX.", ".OX.O.XXXX", "XOXXOX....", "XO.XXX.X..", "OXO..OOX.O", "..OO....XO"]
[study]
solution = "T[c9,d8,d9,e9]"
plies = 8
level = 4
surprise = true
seed = 1
number = 1
proved_by = ["kernel"]
` },
  { name: "battle-of-lits-8-plies-seed-1-0002", title: "Battle of LITS: O to move and win", level: 4, record: `game = "battle-of-lits"
title = "O to move and win"
moves = ["T[h7,i6,i7,i8]", "I[g4,g5,g6,g7]", "S[h3,h4,i4,i5]", "S[e8,e9,f7,f8]", "T[g2,h1,h2,i2]", "L[e1,f1,f2,f3]", "L[h9,i9,j9,j10]"]
[options]
size = 10
rows = 10
supply = [5, 5, 5, 5]
[setup]
board = [".XO.OO.XX.", "X.O.XXXO.X", "OX..X..XXO", "..X.X.O.XX", "XOOX.X.X..", "..O.O.OXXO", "OO.X.O.O..", "XOO..O..OX", "O.XOOO.X.O", ".OO.XX.XO."]
[study]
solution = "L[b10,c10,d9,d10]"
plies = 8
level = 4
surprise = true
seed = 1
number = 2
proved_by = ["kernel"]
` },
  { name: "taiji-10-plies-seed-1-0001", title: "TAIJI: Dark to move and win", level: 4, record: `game = "taiji"
title = "Dark to move and win"
moves = ["h5,g5", "a5,b5", "h7,g7", "b7,b6", "d2,c2", "d8,c8", "e6,e5", "i9,h9", "i5,i4", "e1,e2", "b1,a1", "d5,c5", "g1,g2", "b4,b3", "h2,i2", "b8,b9", "a7,a6", "f7,e7", "e9,d9", "g8,f8", "a4,a3", "g4,h4", "h3,i3", "f4,f5", "i6,i7", "c4,c3", "g3,f3", "d7,d6", "d4,e4"]
[options]
size = 9
groups = 2
[study]
solution = "i1,h1"
plies = 10
level = 4
surprise = true
seed = 1
number = 1
proved_by = ["kernel"]
` },
];
