/** Lets TypeScript accept imports of style sheets, which the bundler adds to the page. */
declare module '*.css'
