/**
 * The long searches of the tests. On the sources each takes a part, so that `npm test` is quick; with TEST_DIST=1, which tests what
 * is built (`npm run test:built`), each is done to its end.
 */
export const isThorough = process.env['TEST_DIST'] === '1'

/** What a search takes: all of it, or a part. */
export const thoroughly = <T>(whole: T, part: T): T => (isThorough ? whole : part)
