import type { EntityName } from '#schema/registry.ts'
import { preloadable, type Preloadable } from '#web/ui/preloadable.tsx'
import type { DetailsProps } from '#web/records/list/record-plan.ts'

export const plainDetails = <Name extends EntityName>(entity: Name): Preloadable<DetailsProps<Name>> =>
  preloadable(async () => {
    const [{ RecordDetails }, { RecordFacts }] = await Promise.all([
      import('./record-details.tsx'),
      import('#web/records/columns/record-facts.tsx'),
    ])
    return (props) => (
      <RecordDetails entity={entity} {...props}>
        <RecordFacts entity={entity} row={props.row} fields={props.facts} />
      </RecordDetails>
    )
  })
