/** Search and filter; and which of two banks is looked at. */
import type { RefObject } from 'preact'
import type { TraceData } from '../trace-data.ts'
import type { Place } from './address.ts'
import type { Filter } from './filter.ts'
import { laneNames, lanes, type PageLane } from './lanes.ts'

interface Props {
  readonly filter: Filter
  readonly setFilter: (filter: Filter) => void
  readonly search: RefObject<HTMLInputElement | null>
  readonly data: TraceData
  readonly place: Place
  readonly onBank: () => void
  readonly onFirstDifference: () => void
}

export function Toolbar({ filter, setFilter, search, data, place, onBank, onFirstDifference }: Props) {
  const toggle = (lane: PageLane) => {
    const hidden = new Set(filter.hidden)
    if (!hidden.delete(lane)) hidden.add(lane)
    setFilter({ ...filter, hidden })
  }
  return (
    <search class="toolbar">
      <input
        ref={search}
        type="search"
        placeholder="Search  /"
        aria-label="Search the steps"
        value={filter.query}
        onInput={({ currentTarget }) => setFilter({ ...filter, query: currentTarget.value })}
      />
      <fieldset>
        <legend>Lanes</legend>
        {laneNames.map((lane) => (
          <button
            key={lane}
            type="button"
            aria-pressed={!filter.hidden.has(lane)}
            title={lanes[lane].about}
            onClick={() => toggle(lane)}
          >
            {lanes[lane].name}
          </button>
        ))}
      </fieldset>
      <button
        type="button"
        class="refusals"
        aria-pressed={filter.isRefusalsOnly}
        onClick={() => setFilter({ ...filter, isRefusalsOnly: !filter.isRefusalsOnly })}
      >
        Refusals only
      </button>
      {data.banks.length > 1 && (
        <fieldset class="sides">
          <legend>Banks</legend>
          {data.banks.map(({ title }, bank) => (
            <button
              key={title}
              type="button"
              aria-pressed={place.bank === bank}
              onClick={() => place.bank !== bank && onBank()}
            >
              {title}
            </button>
          ))}
          <button type="button" onClick={onFirstDifference} disabled={data.firstDifference === null}>
            {data.firstDifference === null ? 'No difference' : `First difference: step ${data.firstDifference}`}
          </button>
        </fieldset>
      )}
    </search>
  )
}
