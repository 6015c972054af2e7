// The settings as documents show them.
import { groups } from '#server/settings/setting-meta.ts'
import { type Setting, settingList } from '#server/settings/settings.ts'

const cell = (text: string): string => (text ? `\`${text}\`` : '')

const defaultOf = ({ byDefault, fallback }: Setting): string => byDefault ?? (fallback ? `\`${fallback}\`` : 'unset')

const byGroup = groups.map((group) => settingList.filter((each) => each.group === group))

const settingsTable = (): string =>
  [
    '| name | meaning | default | example |',
    '|---|---|---|---|',
    ...byGroup
      .flat()
      .map((each) => `| \`${each.name}\` | ${each.meaning} | ${defaultOf(each)} | ${cell(each.example)} |`),
  ].join('\n')

const titles: Readonly<Record<(typeof groups)[number], string>> = {
  server: 'Server',
  database: 'Database',
  files: 'Files',
  keys: 'Keys and audit trail',
  backups: 'Backups',
  mail: 'Mail, invitations and push messages',
  monitoring: 'Monitoring',
  demo: 'Demo',
}

const lineWidth = 110

export const exampleFile = (): string =>
  [
    '# The settings of Holdfast. For systemd (EnvironmentFile=) or compose (env_file:); remove the “#” before a name to set it.',
    '# Written by `npm run settings`; README.md explains the same settings in a table.',
    ...byGroup.flatMap((group) => ['', `# --- ${titles[group[0]!.group]} ---`, ...group.flatMap(exampleLines)]),
    '',
  ].join('\n')

function exampleLines(setting: Setting): readonly string[] {
  const { name, meaning, example, fallback } = setting
  const byDefault = defaultOf(setting)
  const meant = `${name}: ${meaning}.${byDefault === 'unset' ? '' : ` Default: ${byDefault}.`}`.replaceAll('`', '')
  return ['', ...wrapped(meant).map((line) => `# ${line}`), `# ${name}=${quoted(fallback ?? example)}`]
}

/** Shells and env files read these characters themselves. */
const quoted = (value: string): string => (/[\s<>$#;&?]/.test(value) ? `'${value}'` : value)

function wrapped(text: string): readonly string[] {
  const lines = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!
    if (line && line.length + word.length >= lineWidth) lines.push(word)
    else lines[lines.length - 1] = line ? `${line} ${word}` : word
  }
  return lines
}

const [begin, end] = ['<!-- settings: written by npm run settings -->', '<!-- end of settings -->']

export function withSettingsTable(readme: string): string {
  const [before, rest] = readme.split(begin)
  const after = rest?.split(end)[1]
  if (after === undefined) throw new Error(`README.md has no part between ${begin} and ${end}`)
  return `${before}${begin}\n\n${settingsTable()}\n\n${end}${after}`
}
