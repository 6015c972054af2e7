import { createSpotlight, Spotlight } from '@mantine/spotlight'
import '@mantine/spotlight/styles.layer.css'
import { IconBookmarks, IconSearch } from '@tabler/icons-react'
import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pluralName } from '#web/records/names/entity-texts.ts'
import { searchOfView } from '#web/records/saved-views/view-address.ts'
import { foldText } from '#schema/kernel/fold-text.ts'
import { type UiCommand, commandGroups, isAvailable } from '#web/ui/commands/command.ts'
import { useRegisteredCommands } from '#web/ui/commands/registered-commands.ts'
import { Name } from '#web/ui/format/name.tsx'
import { Sentence } from '#web/ui/format/sentence.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { Keys } from './keys.tsx'
import classes from './palette.module.css'
import { recordLink } from '#web/app/routes/record-link.ts'
import type { FoundRecord } from './record-finder.ts'
import { iconOf, pathOfRoute } from '#web/app/routes/find-route.ts'
import { drainTyped } from './typed-ahead.ts'
import { useCommandContext } from './use-command-context.ts'
import { useFoundViews } from './use-found-views.ts'
import { useFoundRecords, useRecentTitles } from './use-found-records.ts'

interface PaletteDialogProps {
  readonly opened: boolean
  readonly onClose: () => void
}

const [state, control] = createSpotlight()

const roles = {
  search: { role: 'combobox' },
  list: { role: 'listbox' },
  group: { role: 'group' },
  entry: { role: 'option' },
  nothing: { role: 'status' },
} as const

const listId = 'palette-entries'
const entryId = (index: number): string => `palette-${index}`

interface Entry {
  readonly key: string
  readonly icon: ReactNode
  readonly label: ReactNode
  readonly details?: ReactNode
  readonly run: () => void
}

interface Group {
  readonly name: string
  readonly entries: readonly Entry[]
}

export function PaletteDialog({ opened, onClose }: PaletteDialogProps) {
  const { t } = useTranslation('shell')
  const [query, setQuery] = useState('')
  useEffect(() => (opened ? control.open() : control.close()), [opened])
  return (
    <Spotlight.Root
      store={state}
      query={query}
      onQueryChange={setQuery}
      onSpotlightClose={onClose}
      shortcut={null}
      centered={false}
      closeOnEscape={false}
      returnFocus={false}
      yOffset="10dvh"
      size={640}
      radius="xl"
      maxHeight="min(34rem, 80dvh)"
      scrollable
      transitionProps={{ transition: 'fade', duration: 120, exitDuration: 0 }}
      overlayProps={{ backgroundOpacity: 0.35 }}
      attributes={{ content: { 'aria-label': t('command.palette') } }}
      classNames={{ content: classes['content'] ?? '' }}
    >
      <PaletteContent query={query} onTyped={(ahead) => setQuery((before) => before + ahead)} />
    </Spotlight.Root>
  )
}

interface PaletteContentProps {
  readonly query: string
  readonly onTyped: (ahead: string) => void
}

function PaletteContent({ query, onTyped }: PaletteContentProps) {
  const { t } = useTranslation('shell')
  const groups = useGroups(query)
  const [selection, setSelection] = useState({ of: '', at: 0 })
  const count = groups.reduce((sum, { entries }) => sum + entries.length, 0)
  const entryKeys = groups.flatMap(({ entries }) => entries.map(({ key }) => key)).join('\n')
  // Enter picks the first visible entry, even if it appeared after the key press.
  const selectedIndex = selection.of === entryKeys ? selection.at : 0
  useLayoutEffect(selectFirst, [entryKeys])
  let index = 0
  return (
    <>
      <Spotlight.Search
        placeholder={t('command.hint')}
        aria-label={t('command.palette')}
        {...roles.search}
        aria-expanded={count > 0}
        aria-controls={listId}
        onFocus={() => onTyped(drainTyped())}
        aria-activedescendant={count > 0 ? entryId(selectedIndex) : undefined}
        // Spotlight changes its selection after this event, without a callback.
        onKeyDown={() =>
          queueMicrotask(() => setSelection({ of: entryKeys, at: Math.max(0, state.getState().selected) }))
        }
        autoComplete="off"
        spellCheck={false}
        leftSection={<IconSearch size={20} stroke={1.6} aria-hidden="true" />}
      />
      <Spotlight.ActionsList
        id={listId}
        className={classes['list'] ?? ''}
        {...roles.list}
        aria-label={t('command.results')}
      >
        {groups.map(({ name, entries }) => (
          <Spotlight.ActionsGroup
            key={name}
            label={name}
            {...roles.group}
            aria-label={name}
            className={classes['group'] ?? ''}
          >
            {entries.map((entry) => (
              <PaletteEntry key={entry.key} at={index++} selected={selectedIndex} entry={entry} />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {count === 0 && <Spotlight.Empty {...roles.nothing}>{t('command.nothing')}</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </>
  )
}

interface PaletteEntryProps {
  readonly at: number
  readonly selected: number
  readonly entry: Entry
}

const PaletteEntry = ({ at: index, selected, entry: { icon, label, details, run } }: PaletteEntryProps) => (
  <Spotlight.Action
    {...roles.entry}
    // Spotlight does not expose the ids of its entries.
    renderRoot={(props) => <button {...props} type="button" id={entryId(index)} />}
    aria-selected={index === selected}
    className={classes['entry'] ?? ''}
    onClick={run}
  >
    <span className={classes['icon']} aria-hidden="true">
      {icon}
    </span>
    <span className={classes['label']} data-cut>
      {label}
    </span>
    {details && <span className={classes['beside']}>{details}</span>}
  </Spotlight.Action>
)

function selectFirst(): void {
  const entries = document.getElementById(listId)?.querySelectorAll('[data-action]') ?? []
  for (const [index, entry] of entries.entries()) entry.toggleAttribute('data-selected', index === 0)
  // Spotlight forgets its list when it reopens.
  state.updateState((now) => ({ ...now, listId, selected: entries.length > 0 ? 0 : -1 }))
}

function useGroups(query: string): readonly Group[] {
  const { t } = useTranslation(['shell', 'common'])
  const { role } = useStore().identity
  const context = useCommandContext()
  const recent = useRecentTitles()
  const { exact, similar } = useFoundRecords(query)
  const words = foldText(query).split(/\s+/).filter(Boolean)
  const views = useFoundViews(words).map(({ view, route }): Entry => ({
    key: view.id,
    icon: <IconBookmarks size={20} stroke={1.6} />,
    label: (
      <Sentence
        format={(label, value) => t('common:labelled', { label, value })}
        parts={[pluralName(route.entity), <Name key="name">{view.name}</Name>]}
      />
    ),
    run: () => context.go(pathOfRoute(route), searchOfView(route.entity, view.address)),
  }))
  const commands = useRegisteredCommands().filter(
    (command) => !command.isShortcutOnly && isAvailable(command) && isFound(command, words),
  )
  const commandEntry = (command: UiCommand): Entry => ({
    key: command.id,
    icon: <command.icon size={20} stroke={1.6} />,
    label: <CommandName command={command} />,
    details: command.keys && <Keys keys={command.keys} />,
    run: command.run,
  })
  const recordEntry = ({ entity, id, title, relatedNames }: FoundRecord): Entry => {
    const Icon = iconOf(entity)
    return {
      key: `${entity} ${id}`,
      icon: <Icon size={20} stroke={1.6} />,
      label: <Name>{title}</Name>,
      details: relatedNames && <Name>{relatedNames}</Name>,
      run: () => {
        const address = recordLink(role, entity, id)
        if (address) context.go(address.to, address.search)
      },
    }
  }
  const commandsByGroup = commandGroups.map((group) => ({
    name: t(`command.group.${group}`),
    entries: commands.filter((each) => each.group === group).map(commandEntry),
  }))
  const records =
    words.length === 0
      ? [{ name: t('command.group.recent'), entries: recent.map(recordEntry) }]
      : [...Map.groupBy(exact, ({ entity }) => entity)].map(([entity, allGroups]) => ({
          name: pluralName(entity),
          entries: allGroups.map(recordEntry),
        }))
  const similarGroup = { name: t('common:similar'), entries: similar.map(recordEntry) }
  const savedViewGroup = { name: pluralName('savedViews'), entries: views }
  const all =
    words.length === 0
      ? [...records, savedViewGroup, ...commandsByGroup]
      : [savedViewGroup, ...commandsByGroup, ...records, similarGroup]
  return all.filter(({ entries }) => entries.length > 0)
}

/** The name of a record alone must not bring its actions before the record. */
function isFound({ label, of, isSearchedOnly }: UiCommand, words: readonly string[]): boolean {
  if (words.length === 0) return !isSearchedOnly
  const text = foldText(label())
  const whole = `${text} ${foldText(of?.() ?? '')}`
  return words.some((word) => text.includes(word)) && words.every((word) => whole.includes(word))
}

function CommandName({ command: { label, name, of } }: { readonly command: UiCommand }) {
  const { t } = useTranslation('common')
  const text = name?.() ?? label()
  if (!of) return text
  return (
    <Sentence
      format={(what, value) => t('labelled', { label: what, value })}
      parts={[text, <Name key="name">{of()}</Name>]}
    />
  )
}
