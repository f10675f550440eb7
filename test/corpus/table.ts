/**
 * The corpus as a table: `npx tsx test/corpus/table.ts [words of a design]`. For each partner: which run shows its bug, after how many
 * runs, and how much processor time those took; of those that are right, whether one of all runs fails.
 */
import { explore } from 'vostro/explore'
import { corpus } from './corpus.ts'

const write = (...cells: readonly (string | number)[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`)

write('design', 'bug', 'shown by', 'runs', 'seconds')
write(...Array.from({ length: 5 }, () => '---'))
const sums = { bugs: 0, found: 0, right: 0, blamed: 0 }
for (const { design, bug, scenario, options } of corpus.filter((each) => each.design.includes(process.argv[2] ?? ''))) {
  const begun = process.cpuUsage()
  const { runs, failures } = await explore(scenario, { ...options, ...(bug === undefined ? {} : { maxFailures: 1 }) })
  const { user, system } = process.cpuUsage(begun)
  const none = bug === undefined ? '' : '**missed**'
  write(design, bug ?? '(none)', failures[0]?.run ?? none, runs, ((user + system) / 1e6).toFixed(1))
  sums[bug === undefined ? 'right' : 'bugs']++
  if (failures.length > 0) sums[bug === undefined ? 'blamed' : 'found']++
}
const { bugs, found, right, blamed } = sums
process.stdout.write(`\n${found} of ${bugs} bugs are found, ${blamed} of ${right} that are right are blamed.\n`)
