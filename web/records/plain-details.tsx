// Details of a record that has nothing of its own to show: its fields, and the tabs that every record has.
import type { EntityName } from '#schema/registry.ts'
import { preloadable, type Preloadable } from '#web/ui/preloadable.tsx'
import type { FieldOf } from './form-of.ts'
import type { DetailsProps } from './record-plan.ts'

export const plainDetails = <Noun extends EntityName>(
  entity: Noun,
  facts: readonly FieldOf<Noun>[],
): Preloadable<DetailsProps<Noun>> =>
  preloadable(async () => {
    const [{ RecordDetails }, { RecordFacts }] = await Promise.all([
      import('./record-details.tsx'),
      import('./record-facts.tsx'),
    ])
    return (props) => (
      <RecordDetails entity={entity} {...props}>
        <RecordFacts entity={entity} row={props.row} fields={facts} />
      </RecordDetails>
    )
  })
