/** What was found of each assumption, with what it rests on. */
import { type AssumptionId, type AssumptionValues, assumptions } from '../../core/assumptions/catalogue.ts'
import type { Tell } from './probe.ts'

/** What is known of one assumption after a calibration. */
export interface AssumptionFinding {
  readonly id: AssumptionId
  /** The section of the specification that leaves it open. */
  readonly section: string
  /** What the specification does not say. */
  readonly open: string
  /** `agrees` with our default; `differs` from it; `unknown` where it could not be told. */
  readonly verdict: 'agrees' | 'differs' | 'unknown'
  readonly default: unknown
  /** The value of ours that does what the service does; absent where there is none, or where it could not be told. */
  readonly value?: unknown
  /** What was seen, or why it could not be told. */
  readonly seen: string
  /** The exchanges that show it, by their places in the report's `exchanges`. */
  readonly evidence: readonly number[]
}

/** The findings as they come in: the first word on an assumption counts. */
export class Findings {
  readonly #found = new Map<AssumptionId, AssumptionFinding>()

  get(id: AssumptionId): AssumptionFinding | undefined {
    return this.#found.get(id)
  }

  /** In the order of the catalogue. */
  get all(): AssumptionFinding[] {
    return (Object.keys(assumptions) as AssumptionId[]).flatMap((id) => this.#found.get(id) ?? [])
  }

  unknown(id: AssumptionId, why: string, evidence: readonly number[] = []): void {
    this.#add(id, { verdict: 'unknown', seen: why, evidence })
  }

  /** What a probe or a reader tells with; `evidence` gives the exchanges that it rests on. */
  tell(evidence: () => readonly number[]): Tell {
    return {
      is: (id, value, seen) => {
        const { default: preset, allowed } = assumptions[id]
        const agrees = isSame(value, preset)
        if (!agrees && !allowed.accepts(value)) {
          this.#add(id, {
            verdict: 'differs',
            seen: `${seen}, which is no value of ours (${allowed.words})`,
            evidence: evidence(),
          })
        } else this.#add(id, { verdict: agrees ? 'agrees' : 'differs', value, seen, evidence: evidence() })
      },
      agrees: (id, seen) => {
        this.#add(id, { verdict: 'agrees', value: assumptions[id].default, seen, evidence: evidence() })
      },
      differs: (id, seen) => this.#add(id, { verdict: 'differs', seen, evidence: evidence() }),
      unknown: (id, why) => this.unknown(id, why, evidence()),
      known: (id) => this.#known(id),
    }
  }

  #known<Id extends AssumptionId>(id: Id): AssumptionValues[Id] {
    const { value = assumptions[id].default } = this.#found.get(id) ?? {}
    return value as AssumptionValues[Id]
  }

  #add(id: AssumptionId, found: Pick<AssumptionFinding, 'verdict' | 'seen' | 'evidence' | 'value'>): void {
    const known = this.#found.get(id)
    // What could not be told by one probe may be told by another.
    if (known !== undefined && known.verdict !== 'unknown') return
    const { section, open, default: preset } = assumptions[id]
    this.#found.set(id, { id, section, open, default: preset, ...found })
  }
}

const isSame = (value: unknown, other: unknown) => JSON.stringify(value) === JSON.stringify(other)
