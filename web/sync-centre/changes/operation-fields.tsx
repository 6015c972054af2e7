import { useTranslation } from 'react-i18next'
import type { Operation } from '#schema/sync/protocol.ts'
import { entityNamed } from '#schema/registry.ts'
import { Sentence } from '#web/ui/format/sentence.tsx'
import { fieldName, type Names } from '#web/records/names/change-text.ts'
import { FieldValue } from '#web/records/columns/field-value.tsx'
import classes from '#web/sync-centre/sync-centre.module.css'

/** Other inputs of a verb have no label. */
const hasField = (entity: string, field: string): boolean => Object.hasOwn(entityNamed(entity)?.fields ?? {}, field)

export function OperationFields({ op, names }: { readonly op: Operation; readonly names: Names }) {
  const { t } = useTranslation(['sync', 'common'])
  if (op.op === 'delete' || op.op === 'restore') return null
  const fields = Object.entries(op.fields).filter(([field, value]) =>
    op.op === 'create' ? value !== null && value !== '' : op.op === 'update' || hasField(op.entity, field),
  )
  if (fields.length === 0) return null
  const owner = { entity: op.entity, id: op.id, values: op.fields, names }
  const show = (field: string, value: unknown) => <FieldValue owner={owner} field={field} value={value} />
  return (
    <dl className={classes['fields']}>
      {fields.map(([field, value]) => (
        <div key={field} style={{ display: 'contents' }}>
          <dt>{fieldName(op.entity, field)}</dt>
          <dd>
            {op.op === 'update' ? (
              <Sentence
                format={(before, after) => t('fromTo', { before, after })}
                parts={[show(field, op.base[field]), show(field, value)]}
              />
            ) : (
              show(field, value)
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
