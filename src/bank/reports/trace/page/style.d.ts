/** Style sheets, which the bundler takes along. */
declare module '*.css'
