// Templates in the source, with `*` for each hole, and the resulting keys.
import { verbNamesOf } from '#schema/verbs.ts'
import { actions } from '#schema/entities/activities/entity.ts'
import { deviceKeys } from '#schema/kernel/device-text.ts'
import { codes } from '#schema/kernel/codes.ts'
import { documentReaders } from '#schema/entities/documents/entity.ts'
import { commissionStates } from '#schema/entities/commissions/entity.ts'
import { auditOutcomes } from '#schema/entities/audit-logs/entity.ts'
import auditTexts from '#schema/locales/en/audit.json' with { type: 'json' }
import type { Entity } from '#schema/kernel/entity.ts'
import { currencies, dateFormats, documentTypes, languageCodes, roles } from '#schema/kernel/enumerations.ts'
import type { HoldingRule } from '#schema/portfolio/holding-value.ts'
import { dateOrders } from '#schema/import/read-date.ts'
import { reasonKeys } from '#schema/import/reasons.ts'
import { issueTexts } from '#schema/kernel/issues.ts'
import { problemKinds } from '#server/http/pages/error-page.ts'
import { emailTemplateNames } from '#server/mail/email-template.ts'
import { unsharedReasons } from '#schema/app/shared-files.ts'
import { waterfallTiers } from '#schema/money/waterfall.ts'
import { timeZones } from '#schema/kernel/time-zones.ts'
import {
  generalVerbs,
  otherKinds,
  otherActions,
  signInActs,
  userSecrets,
} from '#web/entities/audit-logs/entry-labels.ts'
import { commandGroups } from '#web/ui/commands/command.ts'
import { permissionStates } from '#web/settings/app-status/permission-states.ts'
import { sections } from '#web/entities/tenants/firm.ts'
import { themes } from '#schema/themes/themes.ts'

const withoutFigures = ['UNKNOWN', 'NO_RATE', 'RECALCULATING'] as const satisfies readonly HoldingRule[]
const rules = [
  'VALUATION',
  'COST',
  'ILLUSTRATIVE',
  'OUTSTANDING',
  'REALISED',
  'NO_RATE',
  'RECALCULATING',
] as const satisfies readonly HoldingRule[]
const historyActions = actions.filter((action) => action !== 'import')
const labels = [
  'dashboard',
  'calendar',
  'kycReview',
  'portal',
  'statement',
  'settings',
  'security',
  'accounts',
  'secrets',
  'firm',
  'held',
  'audit',
  'import',
  'trash',
]

export const holes: Readonly<Record<string, readonly string[]>> = {
  'commissions:states.*': commissionStates,
  'documents:readers.*': documentReaders,
  'appStatus:permissionStands.*': permissionStates,
  'shell:unshared.*': unsharedReasons,
  'projects:waterfall.*': ['proceeds', 'years', 'preferred', 'carry'],
  'projects:waterfall.paid.*': waterfallTiers,
  'imports:counts.*': ['rows', 'created', 'updated', 'unchanged', 'refused'],
  'imports:dateOrders.*': dateOrders,
  'imports:decimalSigns.*': ['comma', 'point'],
  'imports:delimiters.*': ['comma', 'semicolon', 'tab', 'bar'],
  'imports:filters.*': ['all', 'failing', 'changed'],
  'imports:reasons.*': reasonKeys,
  'common:record.*': ['many', 'count', 'unknown', 'untitled', ...actions.map((action) => `activity.${action}`)],
  'issues:*': Object.keys(issueTexts),
  'mail:*.action': emailTemplateNames,
  'mail:*.note': emailTemplateNames,
  'mail:*.subject': emailTemplateNames,
  'mail:*.text': emailTemplateNames,
  'pages:demoRole.*': roles,
  'pages:problem.*.heading': problemKinds,
  'pages:problem.*.text': problemKinds,
  'portal:next.*': ['PAY', 'PAY_LATE', 'REDEEM', 'REDEEM_LATE'],
  'portal:noRate.*': ['ONE_SIGN', 'ONE_DAY', 'NO_RATE'],
  'portal:ruleInWords.*': [...rules, 'UNPAID', 'UNKNOWN'],
  'portal:statementWithout.*': withoutFigures,
  'investors:duplicateReasons.*': ['email', 'phone', 'name', 'similarName'],
  'portal:rules.*': rules,
  'shell:role.*': roles,
  'shell:route.*': labels,
  'shell:section.*': ['own', 'people', 'firm', 'data'],
  'shell:command.group.*': ['recent', ...commandGroups],
  'sync:code.*': codes,
  'sessions:*': deviceKeys,
  'audit:outcomes.*': auditOutcomes,
  'audit:actors.*': ['job', 'system', 'import'],
  'audit:acts.*': otherActions,
  'audit:signIns.*': signInActs.flatMap((act) => auditOutcomes.map((outcome) => `${act}.${outcome}`)),
  'audit:verbs.*': generalVerbs,
  'audit:kinds.*': otherKinds,
  'audit:jobs.*': Object.keys(auditTexts.jobs),
  'common:historyYou.*': historyActions,
  'common:historyOther.*': historyActions,
  'common:historyNobody.*': historyActions,
  'tenant:section.*': sections.map(({ id }) => id),
  'users:fields.*': userSecrets,
  'tenant:fields.*': sections.flatMap(({ fields }) => [...fields]),
  'tenant:explained.*': sections.flatMap(({ fields }) => [...fields]),
  'themes:*.name': themes.map(({ id }) => id),
  'themes:*.description': themes.map(({ id }) => id),
}

const activityOf = (action: string): string => `activity.${action}`

/** See web/records/names/entity-texts.ts. */
export const requiredKeysOf = (entity: Entity): string[] => [
  'many',
  'count',
  'unknown',
  'untitled',
  ...[...actions.filter((action) => action !== 'import'), ...Object.keys(entity.verbs)].map(activityOf),
  ...Object.entries(entity.fields)
    .filter(([, { readers }]) => readers !== 'nobody')
    .flatMap(([name, { storage }]) => [
      `fields.${name}`,
      ...('options' in storage ? translatedAmong(storage.options!).map((option) => `choices.${name}.${option}`) : []),
    ]),
]

const untranslatedOptions: readonly string[] = [...currencies, ...languageCodes, ...dateFormats, ...timeZones]
const translatedAmong = (options: readonly string[]) =>
  options.filter((option) => !untranslatedOptions.includes(option))

export const suggestedSources: Readonly<Record<string, readonly string[]>> = {
  'exchangeRates.source': ['MANUAL'],
  'documents.type': documentTypes,
  'investors.kycStatus': ['PENDING', 'IN_REVIEW', 'APPROVED', 'REJECTED', 'EXPIRED'],
}

export const optionalKeysOf = (entity: Entity): string[] => [
  'one',
  'activity.import',
  // A verb without a text of its own is called an update.
  ...verbNamesOf(entity).map(activityOf),
  ...Object.entries(entity.fields).flatMap(([name, { storage }]) => [
    // The audit trail also names internal fields.
    ...['fields', 'hints', 'of', 'switchLabels', 'switched', 'switchedTitle', 'switchFailed', 'switchRefused'].map(
      (kind) => `${kind}.${name}`,
    ),
    ...(storage.kind === 'flag' ? [`choices.${name}.true`, `choices.${name}.false`] : []),
    ...(suggestedSources[`${entity.name}.${name}`] ?? []).map((value) => `choices.${name}.${value}`),
  ]),
]

export const entityTemplates: readonly string[] = [
  '*:*',
  'activity.*',
  '*:fields.*',
  '*:choices.*.*',
  'hints.*',
  'of.*',
  'switchLabels.*',
  'switched.*',
  'switchedTitle.*',
  'switchFailed.*',
  'switchRefused.*',
]
