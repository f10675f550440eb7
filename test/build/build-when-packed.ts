/**
 * Runs as `prepare`: builds what npm is about to pack from a folder without `dist`, so that `npm install` from a clone or from git
 * never gives an empty package. `npm pack` and `npm publish` have built before, and `npm ci` in a clone needs no build.
 */
import { execSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const isPacked = process.env['npm_package_resolved'] !== undefined
if (isPacked && !existsSync('dist/index.js')) execSync('npm run build', { stdio: 'inherit' })
