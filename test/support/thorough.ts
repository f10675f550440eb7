/**
 * The long searches of the tests. `npm test` takes a part of each, so that it is done within two minutes; with TEST_DIST=1, which tests
 * what is built, they are done to their ends, and so are the tests in folders called `thorough`.
 */
export const isThorough = process.env['TEST_DIST'] === '1'

/** What a search takes: all of it, or a part. */
export const thoroughly = <T>(whole: T, part: T): T => (isThorough ? whole : part)
