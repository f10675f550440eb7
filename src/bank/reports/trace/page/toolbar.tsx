/** The toolbar: search, filters, and the choice between two banks. */
import type { Lane } from '../../../../core/telling.ts'
import { laneNames, lanes } from '../../lanes.ts'
import { differenceIn } from './place.ts'
import type { View } from './view.ts'

export function Toolbar({ filter, setFilter, search, data, place, go, switchBank }: View) {
  const toggle = (lane: Lane) => {
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
              onClick={() => place.bank !== bank && switchBank()}
            >
              {title}
            </button>
          ))}
          <button
            type="button"
            onClick={() => go(differenceIn(data, place.bank) ?? 0)}
            disabled={data.firstDifference === null}
          >
            {data.firstDifference === null ? 'No difference' : `First difference: step ${data.firstDifference}`}
          </button>
        </fieldset>
      )}
    </search>
  )
}
