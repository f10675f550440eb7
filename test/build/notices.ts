/** The licences of all that is bundled, as esbuild says what that is: a package that comes along by another one is not forgotten. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'

/** As much of a build of esbuild as is needed here. */
interface Build {
  onEnd(look: (result: { metafile?: { inputs: object } | undefined }) => void): void
}

const found = new Set<string>()

/** Notes the packages that a build has read. */
export function notePackages({ inputs }: { inputs: object }): void {
  for (const path of Object.keys(inputs)) {
    const name = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]
    if (name !== undefined) found.add(name)
  }
}

/** The plugin for esbuild. */
export const bundledPackages = {
  name: 'bundled-packages',
  setup: ({ onEnd }: Build): void => onEnd(({ metafile }) => notePackages(metafile ?? { inputs: {} })),
}

/** Writes `dist/THIRD-PARTY-NOTICES.txt`. */
export async function writeNotices(): Promise<void> {
  const texts = [...found].sort().map((name) => {
    const folder = `node_modules/${name}`
    const { version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))
    const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each))
    if (file === undefined) throw new Error(`Failed to find the licence of "${name}": ${folder} has no such file.`)
    return `${name} ${version} (${license})\n\n${readFileSync(`${folder}/${file}`, 'utf8').trim()}\n`
  })
  writeFileSync('dist/THIRD-PARTY-NOTICES.txt', texts.join(`\n${'-'.repeat(80)}\n\n`))
}
