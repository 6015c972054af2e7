import { describe, expect, it, test } from 'vitest'
import { languages } from '#schema/app/languages.ts'
import { type TemplatedEmail, emailTemplateNames, renderEmail } from './email-template.ts'
import { formatMoment } from './recipient.ts'

const at = new Date('2026-11-24T11:30:45Z')

const emailIn = (language: string, name: TemplatedEmail['name']): TemplatedEmail => ({
  name,
  to: 'sara@quay.example',
  language,
  values: {
    firm: 'Quay Capital Ltd.',
    email: 'sara@quay.example',
    inviter: 'Anna Kern',
    device: 'Chrome on Linux',
    when: formatMoment({ language, timeZone: 'Asia/Dubai' }, at),
  },
  link: 'https://quay.example/?token=ab-',
  until: '2026-11-25T00:00:00.000Z',
})

test.each([
  ['en', 'November 24, 2026, 3:30 PM (Gulf Standard Time)'],
  ['fr', '24 novembre 2026, 15:30 (heure du Golfe)'],
  ['tr', '24 Kasım 2026, 15:30 (Körfez Saati)'],
  ['ar', '24 نوفمبر 2026، 3:30 م (توقيت الخليج)'],
  ['hi', '24 नवंबर 2026, 15:30 (खाड़ी मानक समय)'],
])('in %s a time has no seconds, and its zone has a name', (language, expected) => {
  expect(formatMoment({ language, timeZone: 'Asia/Dubai' }, at).replaceAll(/\s/g, ' ')).toBe(expected)
})

test.each([
  ['Europe/Istanbul', /\(Türkiye .*Time\)$/],
  ['Europe/Paris', /\(Central European Time\)$/],
  ['UTC', /\(UTC\)$/],
])('the time zone %s has the name that people know', (timeZone, name) => {
  expect(formatMoment({ language: 'en', timeZone }, at)).toMatch(name)
})

describe.each(languages)('in $name', ({ code, dir }) => {
  it.each(emailTemplateNames)('the mail %s keeps names and addresses in their own direction', (name) => {
    const { text, html, subject } = renderEmail(emailIn(code, name))
    const names = ['sara@quay.example', 'Quay Capital Ltd.', 'Anna Kern']
    const [inText] = text.split('\n')
    for (const each of names.filter((part) => inText!.includes(part))) {
      expect(html).toContain(`<bdi>${each}</bdi>`)
      expect([each, inText!.includes(`\u2068${each}\u2069`)]).toEqual([each, dir === 'rtl'])
    }
    expect(html).toContain('<bdi dir="ltr">https://quay.example/?token=ab-</bdi>')
    expect(text).toMatch(/https:\/\/quay\.example\/\?token=ab-(\s|$)/)
    expect(`${subject}\n${text}\n${html}`).not.toMatch(/\.\s?[\u2069]?(<\/bdi>)?\.(?!\p{L})/u)
  })
})

it.each([
  ['fr', 'Chrome sur tablette Android'],
  ['tr', 'Chrome (Android tablet)'],
])('in %s the device is “%s”', (language, device) => {
  const email = emailIn(language, 'newDevice')
  const { text } = renderEmail({ ...email, values: { ...email.values, device: 'Chrome on Android tablet' } })
  expect(text).toContain(device)
})

it('a name cannot change the direction of the text around it', () => {
  const email = emailIn('en', 'invitation')
  const { subject, html } = renderEmail({ ...email, values: { ...email.values, firm: '\u202eQuay\u2066' } })
  expect(subject + html).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
})

it('an Arabic name is isolated in an English mail', () => {
  const email = emailIn('en', 'invitation')
  expect(renderEmail({ ...email, values: { ...email.values, firm: 'رصيف' } }).subject).toContain('\u2068رصيف\u2069')
})
