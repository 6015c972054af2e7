// Sorts the most used lists ahead of time, so that they open without a pause.
import { investmentJoins, investmentText, usualOrder } from '#web/entities/investments/investment-text.ts'
import { investorText } from '#web/entities/investors/investor-text.ts'
import { projectText } from '#web/entities/projects/project-text.ts'
import type { Store } from '#web/store/base/contract.ts'
import { listOptions, orderOf } from '#web/records/data/list-options.ts'
import { fieldOrder, titleOrder } from '#web/records/names/record-order.ts'
import { sortFrom } from '#web/ui/table/sort.ts'
import { titleViewOptions } from '#web/records/names/title-view-options.ts'

const newest = orderOf({}, null)
const { key, descending } = sortFrom(usualOrder)!
const byDate = { sortBy: fieldOrder('investments', key), descending }

export function sortListsAhead(store: Store): () => void {
  const ready = [
    store.view('investments', listOptions(investmentText(store), byDate, undefined, investmentJoins)),
    store.view('projects', titleViewOptions(store, 'projects')),
    store.view('investors', titleViewOptions(store, 'investors')),
    store.view('projects', listOptions(projectText, newest)),
    store.view('investors', listOptions(investorText, { sortBy: titleOrder('investors') })),
  ]
  return () => {
    for (const view of ready) view.close()
  }
}
