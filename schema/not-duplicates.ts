import { entity } from './entity.ts'
import { fixed, reference } from './field.ts'
import { staffDecide } from './viewer.ts'

/** What staff decided of two records of investors that look alike: they are not of the same investor. */
export const notDuplicates = entity({
  name: 'notDuplicates',
  one: 'note that two records are not duplicates',
  table: 'not_duplicates',
  fields: { firstId: fixed(reference('investors')), secondId: fixed(reference('investors')) },
  title: { via: 'firstId' },
  access: staffDecide,
})
