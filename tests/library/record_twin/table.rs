//! Small records, with the facts that their makers meant: the board, the stones of the beginning,
//! the steps, the number of handicap stones and the repairs. `-` is a game that is rejected.

/// The facts of each game, and the records that have them.
pub const RECORDS: &[(&[&str], &[&str])] = &[
    // An even game, and the plain syntax that stays.
    (
        &["19: ; B pd, W dp; 0;"],
        &[
            "(;SZ[19];B[pd];W[dp])",
            "(;FF[4]C[a (note\\]) here];B[pd](;W[dp]C[x])(;W[dd]))",
        ],
    ),
    (&["-", "-", "-"], &["(;GM[3])(;SZ[19:13])(;SZ[21])"]),
    // Passes in both notations, lists of points, suicide, and a ko that is taken back at once.
    (
        &["9: ; B ee, W pass, B pass, W gc; 0;"],
        &["(;SZ[9];B[ee];W[tt];B[];W[gc])"],
    ),
    (
        &["19: Baa Bba Bcc Wab; W dd; ?;"],
        &["(;SZ[19]AB[aa:ba][cc]AW[ab:ab];W[dd])"],
    ),
    (
        &["19: ; B aa, W ba, B pp, W ab, B aa, W dd; 0;"],
        &["(;SZ[19];B[aa];W[ba];B[pp];W[ab];B[aa];W[dd])"],
    ),
    (
        &["19: ; B ba, W ca, B ab, W db, B bc, W cc, B qq, W bb, B cb, W bb, B dd; 0;"],
        &["(;SZ[19];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[qq];W[bb];B[cb];W[bb];B[dd])"],
    ),
    (&["9: ; B cc; 0;"], &["(;SZ[9]KM[6.5]HA[0];B[cc])"]),
    // Stones in the root, in a later node, in several nodes.
    (
        &["19: Bdp Bpd; W dd; 2;"],
        &[
            "(;SZ[19]HA[2]AB[dp][pd];W[dd])",
            "(;SZ[19]HA[2];AB[pd][dp];W[dd])",
            "(;SZ[19]HA[2]AB[pd];;AB[dp];C[go];W[dd])",
            "(;SZ[19]HA[2]AB[pd][aa];AE[aa]AB[dp]W[dd])",
        ],
    ),
    (&["19: Bpd Wdd; B dp; ?;"], &["(;SZ[19];AB[pd]AW[dd];B[dp])"]),
    (&["19: Bdp Bpd; ; 2;"], &["(;SZ[19]HA[2];AB[pd][dp])"]),
    // Problems without a move that are set up step by step, and setup after a move.
    (&["19: ; Bdp Bpd; 0;"], &["(;SZ[19];AB[pd][dp])"]),
    (&["19: ; Bpd Wdp; 2;"], &["(;SZ[19]HA[2];AB[pd]AW[dp])"]),
    (&["19: ; Bpd, Bdp; 0;"], &["(;SZ[19]HA[1];AB[pd];AB[dp])"]),
    (
        &["19: ; B pd, Bdp Epd, W dd; 0;"],
        &["(;SZ[19];B[pd];AB[dp]AE[pd];W[dd])"],
    ),
    // Stones as moves.
    (
        &["19: Bdp Bpd; W dd; 2;"],
        &[
            "(;SZ[19]HA[2];B[pd];W[];B[dp];W[dd])",
            "(;SZ[19]HA[2];W[];B[pd];W[tt];B[dp];W[dd])",
            "(;SZ[19]HA[2];B[pd];B[dp];W[dd])",
            "(;SZ[19];B[pd];B[dp];W[dd])",
            "(;SZ[19]HA[5];B[pd];B[dp];W[dd])",
            "(;SZ[19];B[pd];W[];B[dp];W[dd])",
        ],
    ),
    (&["19: Bdp Bpd; ; 2;"], &["(;SZ[19]HA[2];B[pd];B[dp])"]),
    (&["19: ; B pd, B dp; 3;"], &["(;SZ[19]HA[3];B[pd];B[dp])"]),
    (
        &["19: Bdd Bdp Bpd Bpp; W cf; 4;"],
        &[
            "(;SZ[19]HA[0]AP[foxwq];B[pd];W[];B[dd];W[];B[pp];W[tt];B[dp];W[cf])",
            "(;SZ[19]HA[0]KM[375]AP[foxwq];B[pd];B[dd];B[pp];B[dp];W[cf])",
        ],
    ),
    (
        &["19: Bdp Bpd Bpp; W dd; 3;"],
        &["(;SZ[19]HA[3]AB[pd];B[dp];W[];B[pp];W[dd])"],
    ),
    (
        &["19: Baa Bba Bca Bda Bea Bfa Bga Bha Bia Bja; W dd; 10;"],
        &["(;SZ[19]HA[10];B[aa];B[ba];B[ca];B[da];B[ea];B[fa];B[ga];B[ha];B[ia];B[ja];W[dd])"],
    ),
    // Moves that are no handicap.
    (
        &["19: ; B pd, B dp, W pass, B dd; 0;"],
        &["(;SZ[19];B[pd];B[dp];W[];B[dd])"],
    ),
    (&["19: ; B pd, W pass, B dp; 0;"], &["(;SZ[19];B[pd];W[];B[dp])"]),
    (&["19: ; B pd, W pass, W dd; 0;"], &["(;SZ[19];B[pd];W[];W[dd])"]),
    (&["19: ; B pd, B dp; 0;"], &["(;SZ[19];B[pd];B[dp])"]),
    (
        &["19: ; B pd, B dp, W pass, W dd; 0;"],
        &["(;SZ[19];B[pd];B[dp];W[];W[dd])"],
    ),
    (
        &["19: ; B pd, W pass, W pass, B dp, W dd; 0;"],
        &["(;SZ[19];B[pd];W[];W[];B[dp];W[dd])"],
    ),
    (
        &["19: ; B pd, B dp, W dd, W pp; 0;"],
        &["(;SZ[19];B[pd];B[dp];W[dd];W[pp])"],
    ),
    (
        &["19: ; B pd, B pd, W dd; 0; OccupiedPoint"],
        &["(;SZ[19];B[pd];B[pd];W[dd])"],
    ),
    (
        &["19: ; B pd, W dp, B dd, B pp, W cc; 0;"],
        &["(;SZ[19];B[pd];W[dp];B[dd];B[pp];W[cc])"],
    ),
    (
        &["19: Bdd; B pd, B dp, W cc; 1;"],
        &["(;SZ[19]AB[dd];B[pd];B[dp];W[cc])"],
    ),
    (
        &["19: Wdd; B pd, B dp, W cc; ?;"],
        &["(;SZ[19]AW[dd];B[pd];B[dp];W[cc])"],
    ),
    (
        &["19: ; B aa, B ba, B ca, B da, B ea, B fa, B ga, B ha, B ia, B ja, W dd; 0;"],
        &["(;SZ[19];B[aa];B[ba];B[ca];B[da];B[ea];B[fa];B[ga];B[ha];B[ia];B[ja];W[dd])"],
    ),
    // One stone.
    (
        &["19: ; B qd, W dp; 0;"],
        &["(;SZ[19]HA[1]AB[qd];W[dp])", "(;SZ[19]HA[0];AB[qd];W[dp])"],
    ),
    (&["19: Bqd; W dp; 1;"], &["(;SZ[19]AB[qd];W[dp])"]),
    (&["19: Bqd; B dp; 1;"], &["(;SZ[19]HA[1]AB[qd];B[dp])"]),
    (&["19: Bqd Wdd; W dp; 0;"], &["(;SZ[19]HA[1]AB[qd]AW[dd];W[dp])"]),
    (&["19: Bdd Bqd; W dp; 2;"], &["(;SZ[19]HA[0]AB[qd][dd];W[dp])"]),
    // Missing stones: three leave the lower right open.
    (
        &["19: Bdd Bdp Bpd; W pp, B qn, W nq; 3; HandicapPlaced"],
        &["(;GM[1]SZ[19]AP[foxwq]HA[3]KM[0]DT[2019-03-01];W[pp];B[qn];W[nq])"],
    ),
    (
        &["19: Bdd Bdp Bpd; W pp, B qn; 3; HandicapPlaced"],
        &["(;SZ[19]HA[3];W[pp];B[qn])"],
    ),
    (&["9: Bcg Bgc; W cc; 2; HandicapPlaced"], &["(;SZ[9]HA[2];W[cc])"]),
    (
        &["19: Bdd Bdp Bjd Bjp Bpd Bpp; W cf; 6; HandicapPlaced"],
        &["(;SZ[19]AP[GNU Go:3.8]GN[]HA[6]DT[2017-12-31];W[cf])"],
    ),
    (
        &["19: Bdd Bdp Bjd Bjj Bjp Bpd Bpp; W cf; 7; HandicapPlaced"],
        &["(;SZ[19]AP[foxwq]HA[7]DT[2015-01-02];W[cf])"],
    ),
    (
        &["19: Bdd Bdj Bdp Bpd Bpj Bpp; W cf; 6; HandicapPlaced"],
        &[
            "(;SZ[19]AP[foxwq]HA[6]DT[2018-01-01];W[cf])",
            "(;SZ[19]AP[foxwq]HA[6];W[cf])",
            "(;SZ[19]AP[Other]HA[6]DT[2015];W[cf])",
        ],
    ),
    // Missing stones on which the game plays.
    (
        &["19: ; W dd, B pd; 2;"],
        &["(;SZ[19]HA[2];W[dd];B[pd])", "(;SZ[19]AP[foxwq]HA[2];W[dd];B[pd])"],
    ),
    (
        &["19: Bdp Bpd; W dd, B cc, W dd; 2; HandicapPlaced OccupiedPoint"],
        &["(;SZ[19]AP[foxwq]HA[2];W[dd];B[cc];W[dd])"],
    ),
    (
        &["19: ; W dd, B cc, W dd; 2; OccupiedPoint"],
        &["(;SZ[19]HA[2];W[dd];B[cc];W[dd])"],
    ),
    // Missing stones that nobody knows.
    (&["19: ; W pass, B pd; 2;"], &["(;SZ[19]HA[2];W[];B[pd])"]),
    (&["19: ; W dd; 0;"], &["(;SZ[19]HA[1];W[dd])"]),
    (&["5: ; W cc; 2;"], &["(;SZ[5]HA[2];W[cc])"]),
    (&["8: ; W cc; 5;"], &["(;SZ[8]HA[5];W[cc])"]),
    (&["19: ; W cc; 10;"], &["(;SZ[19]HA[10];W[cc])"]),
    (&["19: ; B dd, W pd; 2;"], &["(;SZ[19]HA[2];B[dd];W[pd])"]),
    // What HA says.
    (
        &["9: Bcc Bcg Bgc Bgg; W ee; 4;"],
        &["(;SZ[9]HA[4 stones]AB[cc][gg][cg][gc];W[ee])"],
    ),
    (
        &["9: ; B cc; 4;"],
        &["(;SZ[9]HA[4 stones];B[cc])", "(;SZ[9]HA[４];B[cc])"],
    ),
    (&["9: ; B cc; 0;"], &["(;SZ[9]HA[1];B[cc])"]),
    (&["9: ; B cc; ?;"], &["(;SZ[9]HA[no];B[cc])"]),
    (&["9: Bcc Bgg; W ee; 2;"], &["(;SZ[9]HA[4]AB[cc][gg];W[ee])"]),
    (&["9: Bcc Wgg; W ee; 2;"], &["(;SZ[9]HA[2]AB[cc]AW[gg];W[ee])"]),
    // Brackets in texts.
    (
        &["19: ; B pd, W dp; 0; Bracket", "19: ; B dd, W pp; 0;"],
        &["(;SZ[19]C[bob [5k]: hi :)];B[pd];W[dp])(;SZ[19];B[dd];W[pp])"],
    ),
    (
        &["19: ; B pd, W dp; 0; Bracket", "19: ; B dd; 0;", "19: ; B qq; 0;"],
        &["(;SZ[19];B[pd]C[x [3d]: lost :( sorry];W[dp])(;SZ[19];B[dd])(;SZ[19];B[qq])"],
    ),
    (
        &["19: ; B pd, W dp; 0; Bracket"],
        &[
            "(;SZ[19];B[pd]C[see B[cc] ; then W[dd]: bad];W[dp])",
            "(;SZ[19];B[pd]C[see B[cc];W[dd]];W[dp])",
            "(;SZ[19];B[pd]C[he [3d]) left];W[dp])",
            "(;SZ[19];B[pd]C[[5k]];W[dp])",
        ],
    ),
    (&["19: ; B pd, W dp; 0;"], &["(;SZ[19];B[pd]C[bob [5k\\]: hi];W[dp])"]),
    (&["19: ; B pd; 0; Bracket"], &["(;SZ[19]PB[bob [5k]]PW[ann];B[pd])"]),
    // Moves and variations in a comment stay there.
    (
        &["19: ; B pd, W dp, B qq; 0; Bracket"],
        &[
            "(;SZ[19];B[pd]C[I play B[aa] W[bb]];W[dp];B[qq])",
            "(;SZ[19];B[pd]C[he [5k] W[aa]];W[dp];B[qq])",
            "(;SZ[19];B[pd]C[W[dd] B[dd]];W[dp];B[qq])",
            "(;SZ[19];B[pd]C[I play B[aa] W[bb] B[cc]];W[dp];B[qq])",
            "(;SZ[19];B[pd]C[variation [a] (;B[aa];W[bb]) ok];W[dp];B[qq])",
            "(;SZ[19];B[pd]C[x [1] (;W[dd]) y];W[dp];B[qq])",
            "(;SZ[19];B[pd]C[if [a] then (;B[aa](;W[bb])(;W[cc])) fine];W[dp];B[qq])",
            "(;SZ[19];B[pd]C[smile :] B[aa] is good];W[dp];B[qq])",
            "(;SZ[19];B[pd]C[smile :] B[aa] W[bb] B[cc] W[dd] B[ee] is good];W[dp];B[qq])",
            "(;SZ[19];B[pd]C[he [1] or :] W[aa];B[bb] no];W[dp];B[qq])",
            "(;SZ[19];B[pd]C[I like :];B[aa];W[bb] too];W[dp];B[qq])",
            "(;SZ[19];B[pd]C[a :] AB[cc][dd] would be good];W[dp];B[qq])",
            "(;SZ[19];B[pd]C[a :] B[b is c]];W[dp];B[qq])",
            "(;SZ[19];B[pd]C[he: [a];[b];[c] ok];W[dp];B[qq])",
            "(;SZ[19];B[pd]C[SZ[3] SZ[3] [5k\\] x];W[dp];B[qq])",
            "(;SZ[19];B[pd]C[see [a], then (;W[dd]B[ee]) or [b]];W[dp];B[qq])",
            "(;SZ[19];B[pd]C[10k] vs [9k] W[ab] game];W[dp];B[qq])",
            "(;SZ[19];B[pd]C[:] (;B[aa];W[bb])];W[dp];B[qq])",
            "(;SZ[19];B[pd]C[what :]\nB[aa] is better\nthan W[bb]];W[dp];B[qq])",
            "(;SZ[19];B[pd]C[AB[aa][bb] AW[cc]];W[dp];B[qq])",
            "(;SZ[19];B[pd]C[he [1] wrote (;GM[1]SZ[9];B[aa]) there];W[dp];B[qq])",
            "(;SZ[19];B[pd]C[bye ;(] x];W[dp];B[qq])",
            "(;SZ[19];B[pd]C[one :] B[aa]];W[dp]C[two :] W[bb] x];B[qq])",
            "(;SZ[19];B[pd]N[B[aa]];W[dp]C[W[bb]];B[qq])",
            "(;SZ[19]EV[Cup [final] B[aa] x]DT[2001];B[pd];W[dp];B[qq])",
        ],
    ),
    // Nor does what looks like the end of the game end it.
    (
        &["19: ; B pd, W dp, B qq; 0; Bracket"],
        &[
            "(;SZ[19];B[pd]C[hello :];) there];W[dp];B[qq])",
            "(;SZ[19];B[pd]C[hello :]\n;) there];W[dp];B[qq])",
            "(;SZ[19];B[pd]C[x :] ;) ok];W[dp];B[qq])",
            "(;SZ[19];B[pd]C[x :] B[aa] ;) ok];W[dp];B[qq])",
            "(;SZ[19];B[pd]C[x :] (;) y];W[dp];B[qq])",
            "(;SZ[19];B[pd]C[x [3d] () y];W[dp];B[qq])",
            "(;SZ[19];B[pd](;W[dp]C[hello :];) there];B[qq])(;W[dd]))",
            "(;SZ[19];B[pd](;W[dp]C[x :] B[aa]) there];B[qq])(;W[dd]))",
            "(;SZ[19]PB[x [a] WR[9d]]PW[y];B[pd];W[dp];B[qq])",
        ],
    ),
    // Words in lower case are no properties, unless the record has such.
    (
        &["19: ; B pd, W dp, B qq; 0; Bracket"],
        &[
            "(;SZ[19];B[pd]C[a] b [c];W[dp];B[qq])",
            "(;SZ[19];B[pd]C[from [3d] to [4d]: hi];W[dp];B[qq])",
            "(;SZ[19];B[pd]C[see c[dd] or d [ee] ok];W[dp];B[qq])",
        ],
    ),
    (
        &["9: ; B aa, W bb; 0;"],
        &[
            "(;sz[9];pb[x]c[hello];b[aa]c[hi]w[bb])",
            "(;GaMe[1]SiZe[9]Comment[y] Black[aa];White[bb])",
        ],
    ),
    (&["9: ; B aa, W bb, B cc; 0;"], &["(;SZ[9];B[aa]C[hi]w[bb];b[cc])"]),
    // A comment and a move.
    (
        &["19: ; B pd, W dp, B qq; 0;"],
        &[
            "(;SZ[19];B[pd]C[a]W[dp];B[qq])",
            "(;SZ[19];B[pd]C[a] W[dp]\n;B[qq])",
            "(;SZ[19];B[pd]C[a][b];W[dp];B[qq])",
        ],
    ),
    (&["19: ; B pd, W dp; 0;"], &["(;SZ[19];B[pd];W[dp]C[gg])\n[end]"]),
    (&["19: ; B pd; 0; CutShort"], &["(;SZ[19];B[pd]C[x]B[k10];W[dp])"]),
    // What is lost is told.
    (
        &["19: ; B pd; 0; CutShort"],
        &[
            "(;SZ[19];B[pd]C[cut [3d]: hello",
            "(;SZ[19];B[pd];W",
            "(;SZ[19];B[pd];W[d",
        ],
    ),
    (
        &["19: ; B pd, W dp; 0; CutShort"],
        &[
            "(;SZ[19];B[pd];W[dp]",
            "(;SZ[19];B[pd](;W[dp])(;W[dd]",
            "(;SZ[19];B[pd];W[dp];B[",
            "(;SZ[19];B[pd];W[dp])B[aa]W[bb])",
            "(;SZ[19];B[pd];W[dp]);B[aa])",
            "(;SZ[19];B[pd];W[dp]) ok];B[aa])",
        ],
    ),
    (
        &["19: ; B pd, W dp, B aa; 0; Bracket"],
        &[
            "(;SZ[19];B[pd];W[dp] foo] ;B[aa])",
            "(;SZ[19]PB[hi];B[pd];W[dp] foo] ;B[aa])",
        ],
    ),
    (&["19: ; B pd, W dp; 0;"], &[";SZ[19];B[pd];W[dp]"]),
    // Brackets that need no backslash, and faults that are none of a text.
    (
        &["19: ; B pd, W dp; 0;"],
        &[
            "(;SZ[19];B[pd]C[a [ b];W[dp]C[c\\]])",
            "(;SZ[19]PB[a];B[pd] what;W[dp])",
        ],
    ),
    (
        &["19: ; B pd; 0; CutShort"],
        &["(;SZ[19]C[x]PB[a];B[pd];W[zz];B[dd])", "(;SZ[19]PB[a];B[pd];C[open"],
    ),
    // Empty trees and variations before the line.
    (
        &["19: ; B pd, W dp; 0;"],
        &[
            "()(;SZ[19];B[pd];W[dp])",
            "(;)(;SZ[19];B[pd];W[dp])",
            "(;SZ[19]C[x]()(;B[pd];W[dp]))",
            "(;SZ[19];B[pd]()(;W[dp]))",
            "(;SZ[19];B[pd](;)(;W[dp])(;W[dd]))",
            "(;SZ[19];B[pd]((;)(;W[dp]))(;W[dd]))",
            "(;SZ[19](())(;B[pd];W[dp]))",
            "(;SZ[19]((;))(;B[pd];W[dp]))",
        ],
    ),
    (&["19: ; ; 0;"], &["(;)"]),
    (
        &["19: ; B pd, W dp, B qq; 0;"],
        &[
            "(;SZ[19];B[pd](())(;W[dp];B[qq]))",
            "(;SZ[19];B[pd](;(;))(;W[dp];B[qq]))",
            "(;SZ[19];B[pd](;;(;)(;))(;W[dp];B[qq]))",
            "(;SZ[19];B[pd](;(;(()\n)))((;W[dp];B[qq])))",
        ],
    ),
    (
        &["19: ; B pd; 0;"],
        &["(;SZ[19];B[pd](;;(;)(;)))", "(;SZ[19];B[pd](;C[no more])(;W[dd]))"],
    ),
    // Moves on stones.
    (
        &["9: ; B aa, W aa, B bb; 0; OccupiedPoint"],
        &["(;SZ[9];B[aa];W[aa];B[bb])"],
    ),
    (
        &["9: Bba Waa; W cc, B ab, B ab; ?; OccupiedPoint"],
        &["(;SZ[9]AW[aa]AB[ba];W[cc];B[ab];B[ab])"],
    ),
    (&["9: Wab Wba; B aa, B cc; ?;"], &["(;SZ[9]AW[ba][ab];B[aa];B[cc])"]),
    // Passes, the end, and moves that are none.
    (
        &["9: ; B pass, W pass, B pass, W pass, B pass, W cc; 0;"],
        &["(;SZ[9];B[];W[jj];B[tt];W[PASS];B[Pass];W[cc])"],
    ),
    (&["18: ; B pass, W pass; 0;"], &["(;SZ[18];B[ss];W[tt])"]),
    (&["19: ; B ss, W pass; 0;"], &["(;SZ[19];B[ss];W[tt])"]),
    (&["9: ; B cc; 0;"], &["(;SZ[9];B[cc];W[Resign];B[dd])"]),
    (
        &["9: ; B cc; 0; CutShort"],
        &["(;SZ[9];B[cc];W[jk];B[dd])", "(;SZ[9];B[cc];W[kk];B[dd])"],
    ),
    (&["19: ; B pd; 0; CutShort"], &["(;SZ[19];B[pd];W[uu];B[dd])"]),
    // Rectangles and sizes.
    (
        &["9: Bbb Bbc Bcb Bcc; W ee; 4;"],
        &[
            "(;SZ[9]AB[cc:bb];W[ee])",
            "(;SZ[9]AB[bb:cc];W[ee])",
            "(;SZ[9]AB[bc:cb];W[ee])",
        ],
    ),
    (&["13: ; B mm; 0;"], &["(;SZ[１３];B[mm])"]),
    (
        &["9: ; B ii; 0;", "7: ; B gg; 0;"],
        &["(;SZ[9:9];B[ii])(;SZ[7x7];B[gg])"],
    ),
];

/// Groups of spellings, separated by blanks, of one game; White moves on.
pub const SAME: &[&str] = &[
    "(;SZ[19]HA[2]AB[dp][pd]) (;SZ[19]HA[2];AB[pd][dp]) (;SZ[19]HA[2];B[pd];W[];B[dp]) (;SZ[19]HA[2];B[pd];B[dp]) \
     (;SZ[19];B[dp];B[pd]) (;SZ[19]HA[2]AB[dp];B[pd]) (;SZ[19]HA[2]) (;SZ[19]HA[2];AB[pd];AB[dp]) \
     (;SZ[19]HA[2];W[];B[pd];W[pass];B[dp]) (;SZ[19]HA[0];B[pd];W[];B[dp]) ()(;SZ[19]HA[2](;)(;AB[pd][dp]))",
    "(;SZ[19]HA[1]AB[qd]) (;SZ[19]HA[0]AB[qd]) (;SZ[19];B[qd]) (;SZ[19]HA[1];AB[qd])",
    "(;SZ[19]AP[foxwq]HA[6]DT[2015-01-02]) (;SZ[19]HA[6]AB[dd][pp][dp][pd][jd][jp])",
    "(;SZ[19]HA[3]) (;SZ[19]AB[dp][pd][dd]) (;SZ[19]HA[0];B[dd];B[dp];B[pd]) (;SZ[１９]HA[３]AB[dd][pd:pd];AB[dp])",
    "(;SZ[9]AB[bb:cc]) (;SZ[9]AB[cc:bb]) (;SZ[9]AB[cb:bc]) (;SZ[9]AB[bb][bc][cb][cc])",
    "(;SZ[9];B[cc];W[dd];B[jj]) (;SZ[9];B[cc];W[dd];B[]) (;SZ[9];B[cc];W[dd];B[Pass])",
];

/// Pairs of records that are two games, though their moves on are the same.
pub const DIFFERENT: &[[&str; 2]] = &[
    ["(;SZ[19]HA[2]AB[dp][pd])", "(;SZ[19])"],
    ["(;SZ[19]AB[qd])", "(;SZ[19];B[qd])"],
    ["(;SZ[19]HA[2]AB[dp][pd])", "(;SZ[19];W[];B[pd];W[pp];B[dp])"],
    [
        "(;SZ[19]AP[foxwq]HA[6]DT[2015-01-02])",
        "(;SZ[19]AP[foxwq]HA[6]DT[2019-01-02])",
    ],
    ["(;SZ[9];B[cc];W[cd])", "(;SZ[9];B[cc];W[jj])"],
];
