/** How far a long run goes, from where, and what it says in the end. */

const numberIn = (name: string, preset: number) => {
  const text = process.env[name]
  if (text === undefined || text === '') return preset
  const value = Number(text)
  if (Number.isSafeInteger(value) && value >= 0) return value
  throw new Error(`Failed to read ${name}: it is "${text}", and must be a whole number.`)
}

/** The first seed. A failure names the seed of its chunk, and a run that is given it begins there: `ENDURE_SEED=… npm run endure`. */
const firstSeed = numberIn('ENDURE_SEED', 20_260_302)

/** How much of the full size is run: `ENDURE_PERCENT=1` for a look. */
const percent = numberIn('ENDURE_PERCENT', 100)

/** So many of `full`, at least one. */
export const sized = (full: number): number => Math.max(1, Math.round((full * percent) / 100))

/** Runs chunk after chunk, each with a seed of its own, until `done()`; what one throws names its seed. */
export async function chunks(what: string, done: () => boolean, run: (seed: number) => unknown): Promise<number> {
  for (let seed = firstSeed; ; seed++) {
    if (done()) return seed - firstSeed
    try {
      await run(seed)
    } catch (cause) {
      throw new Error(`${what} failed at seed ${seed}. Again from there: ENDURE_SEED=${seed} npm run endure.`, {
        cause,
      })
    }
  }
}

export function say(summary: string): void {
  process.stdout.write(`endure: ${summary}\n`)
}
