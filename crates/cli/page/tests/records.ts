/** Records with what the fixtures lack: setup, comments, other scripts, and names that contain markup. */
export const RECORDS: Record<string, string> = {
  "setup.sgf": `(;GM[1]FF[4]CA[UTF-8]SZ[19]PB[Ada Setup]BR[3d]PW[Bo Comment]WR[4d]DT[2001-05-06]RE[B+3.5]KM[6.5]EV[Lesson]
AB[dd][pp]AW[dp]C[Three stones to begin with.]
;W[pd]C[White takes the corner.

The second paragraph.];B[qf];W[nc];AB[jj]C[Black is given the middle.];B[cn];W[fp])
`,
  "cjk.sgf": `(;GM[1]FF[4]CA[UTF-8]SZ[19]PB[井山裕太]BR[9p]PW[신진서]WR[9p]DT[2014-01-16]RE[W+R]KM[6.5]EV[第38期 棋聖戦]
;B[pd];W[dp];B[pp]C[三々に入る手もある。];W[dd];B[fq];W[cn])
`,
  "arabic.sgf": `(;GM[1]FF[4]CA[UTF-8]SZ[19]PB[محمد علي]BR[1d]PW[שרה לוי]WR[2d]DT[2008-03-04]RE[B+R]KM[6.5]EV[بطولة القاهرة]
;B[pd]C[نقلة جيدة];W[dp];B[pq];W[dd])
`,
  "cyrillic.sgf": `(;GM[1]FF[4]CA[UTF-8]SZ[19]PB[Александр Динерштейн]BR[3p]PW[Ілля Шикшин]WR[7d]DT[2011-07-23]RE[W+0.5]KM[6.5]EV[Чемпионат]
;B[qd];W[dd];B[pp];W[dp];B[];W[])
`,
  "hostile.sgf": `(;GM[1]FF[4]CA[UTF-8]SZ[19]PB[<script>window.pwned=1</script>]PW[<b>bold</b>]DT[1999-01-01]RE[B+R]KM[5.5]EV["><img src=x onerror=window.pwned=1>]
;B[pd]C[<img src=x onerror="window.pwned=1">];W[dd];B[dp];W[pq])
`,
};
