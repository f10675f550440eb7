/** The toolbar: search, the filter of refusals, and the way to the first difference. */
import { differenceIn } from './place.ts'
import type { View } from './view.ts'

export function Toolbar({ filter, setFilter, search, data, place, go }: View) {
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
      <button
        type="button"
        class="refusals"
        aria-pressed={filter.isRefusalsOnly}
        onClick={() => setFilter({ ...filter, isRefusalsOnly: !filter.isRefusalsOnly })}
      >
        Refusals only
      </button>
      {data.banks.length > 1 && (
        <button
          type="button"
          onClick={() => go(differenceIn(data, place.bank) ?? 0)}
          disabled={data.firstDifference === null}
        >
          {data.firstDifference === null ? 'No difference' : `First difference: step ${data.firstDifference}`}
        </button>
      )}
    </search>
  )
}
