import { entity } from '#schema/kernel/entity.ts'
import { reference } from '#schema/kernel/field-types.ts'
import { fixed } from '#schema/kernel/field-options.ts'
import { staffCreateAndDelete } from '#schema/kernel/access.ts'

/** Staff's decision that two similar investor records are different investors. */
export const notDuplicates = entity({
  name: 'notDuplicates',
  singular: 'note that two records are not duplicates',
  table: 'not_duplicates',
  fields: {
    firstId: fixed(reference('investors', { onDelete: 'cascade' })),
    secondId: fixed(reference('investors', { onDelete: 'cascade' })),
  },
  title: { via: 'firstId' },
  access: staffCreateAndDelete,
})
