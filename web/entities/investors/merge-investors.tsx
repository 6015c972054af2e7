import { Button, Group, List, Radio, Stack, Text } from '@mantine/core'
import { IconArrowsLeftRight, IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#schema/registry.ts'
import { countText, fieldLabel } from '#web/records/names/entity-texts.ts'
import type { ActionDialogProps } from '#web/records/actions/record-action.ts'
import { RecordName } from '#web/records/names/record-name.tsx'
import { RecordValue } from '#web/records/columns/record-value.tsx'
import { ReferenceSelect } from '#web/records/names/reference-select.tsx'
import { useRow } from '#web/records/data/use-table.ts'
import { Listed } from '#web/ui/format/listed.tsx'
import { Money } from '#web/ui/format/numbers/money.tsx'
import { Sentence } from '#web/ui/format/sentence.tsx'
import { Confirmation } from '#web/ui/overlay/dialogs/confirmation.tsx'
import { NotOnDevice } from '#web/ui/page/empty-state.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { useSyncStatus } from '#web/ui/use-sync-status.ts'
import { totalsByCurrency } from '#web/ui/table/totals.ts'
import { mergeInto } from './merge-act.ts'
import {
  canMove,
  type MergeChoices,
  differingGroups,
  mergedFields,
  decidedChoices,
  type Side,
  sideOf,
  type ValueGroup,
} from './merge-fields.ts'
import classes from './merge-investors.module.css'
import { useDuplicatesOf } from './use-duplicates.ts'

type Investor = Row<'investors'>

export function MergeInvestors(props: ActionDialogProps<'investors'>) {
  const { row: investor, other: compared, onDone, onDeleting, onDeleted = onDone } = props
  const { t } = useTranslation(['investors', 'common'])
  const store = useStore()
  const [probable] = useDuplicatesOf(investor.id)
  // The first suggestion stays selected even if better ones are found later.
  const [chosen, setChosen] = useState<string | null | undefined>(compared)
  if (chosen === undefined && probable) setChosen(probable.other)
  const other = useRow('investors', chosen)
  const [isSwapped, setSwapped] = useState(false)
  const [choices, setChoices] = useState<MergeChoices>({})
  const isSame = other?.id === investor.id
  const [stays, goes] = isSwapped && other ? [other, investor] : [investor, other]
  const decided = goes && !isSame ? decidedChoices(choices, stays, goes) : choices
  if (decided !== choices) setChoices(decided)
  return (
    <Confirmation
      isHarmless
      confirm={t('merge')}
      onClose={onDone}
      onConfirm={async () => {
        if (!goes || isSame) return
        if (isSwapped) onDeleting?.(investor.id)
        const isMerged = await mergeInto(store, stays, goes, decided)
        if (isMerged) (isSwapped ? onDeleted : onDone)()
        else onDeleting?.(undefined)
      }}
    >
      <Stack gap="lg">
        <Text c="dimmed">{t('mergeHint')}</Text>
        <ReferenceSelect
          entity="investors"
          label={t('mergeOther')}
          // The merge button may be below the visible area.
          data-autofocus
          value={other?.id ?? null}
          onChange={(id) => {
            setChosen(id)
            setChoices({})
          }}
          {...(isSame && { error: t('mergeSame') })}
        />
        {goes && !isSame && (
          <>
            <div className={classes['pair']}>
              <Head format={(name) => t('mergeStays', { name })} id={stays.id} />
              <Head format={(name) => t('mergeGoes', { name })} id={goes.id} />
            </div>
            {differingGroups(stays, goes).map((group) => (
              <Choice
                key={group}
                group={group}
                stays={stays}
                goes={goes}
                side={sideOf(group, decided, stays, goes)}
                onChoose={(side) => setChoices((before) => ({ ...before, [group]: side }))}
              />
            ))}
            <MovingRows from={goes.id} to={stays.id} />
            <Group>
              <Button
                variant="default"
                leftSection={<IconArrowsLeftRight size={18} aria-hidden="true" />}
                onClick={() => {
                  setSwapped(!isSwapped)
                  setChoices({})
                }}
              >
                {t('mergeSwap')}
              </Button>
            </Group>
          </>
        )}
      </Stack>
    </Confirmation>
  )
}

const Head = ({ format, id }: { readonly format: (name: string) => string; readonly id: string }) => (
  <Text fw={600}>
    <Sentence format={(name) => format(name!)} parts={[<RecordName key="name" entity="investors" id={id} />]} />
  </Text>
)

interface ChoiceProps {
  readonly group: ValueGroup
  readonly stays: Investor
  readonly goes: Investor
  readonly side: Side
  readonly onChoose: (side: Side) => void
}

function Choice({ group, stays, goes, side, onChoose }: ChoiceProps) {
  const { t } = useTranslation(['investors', 'common'])
  const label = group === 'firstName' ? t('common:name') : fieldLabel('investors', group)
  return (
    <Radio.Group label={label} value={side} onChange={(value) => onChoose(value as Side)}>
      <div className={classes['pair']}>
        <Radio value="stays" label={<Values of={stays} group={group} />} />
        <Radio
          value="goes"
          label={<Values of={goes} group={group} />}
          {...(!canMove(group, goes) && { disabled: true, description: t('mergePhoneInvalid') })}
        />
      </div>
    </Radio.Group>
  )
}

const Values = ({ of, group }: { readonly of: Investor; readonly group: ValueGroup }) => (
  <span className={classes['values']}>
    {group === 'firstName' ? (
      <RecordName entity="investors" id={of.id} />
    ) : (
      mergedFields[group].map((field, at) =>
        at > 0 && typeof of[field] !== 'string' ? null : (
          <span key={field}>
            <RecordValue entity="investors" row={of} field={field} />
          </span>
        ),
      )
    )}
  </span>
)

function MovingRows({ from, to }: { readonly from: string; readonly to: string }) {
  const { t } = useTranslation('investors')
  const store = useStore()
  const { hasAllRows } = useSyncStatus()
  if (!hasAllRows) return <NotOnDevice icon={IconUsers} />
  const steps = store.preview({ entity: 'investors', verb: 'merge', id: to, fields: { from } })?.steps ?? []
  const updates = steps.filter(({ op, entity }) => op === 'update' && entity !== 'investors')
  const moving = [...Map.groupBy(updates, ({ entity }) => entity)].map(([entity, group]) => ({
    entity,
    count: new Set(group.map(({ id }) => id)).size,
  }))
  if (moving.length === 0) return <Text c="dimmed">{t('mergeMovesNothing')}</Text>
  const invested = totalsByCurrency(store.table('investments').where('investorId', from))
  return (
    <div>
      <Text>{t('mergeMoves')}</Text>
      <List>
        {moving.map(({ entity, count }) => (
          <List.Item key={entity}>
            {countText(entity, count)}
            {entity === 'investments' && (
              <>
                {' '}
                (
                <Listed
                  parts={[...invested].map(([currency, amount]) => (
                    <Money key={currency} as="whole" amount={amount} currency={currency} />
                  ))}
                />
                )
              </>
            )}
          </List.Item>
        ))}
      </List>
    </div>
  )
}
