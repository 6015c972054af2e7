import i18next from 'i18next'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { chooseLanguage, startI18n } from '#web/i18n/i18n.ts'
import { speak } from '#web/test/speak.ts'
import french from '#schema/locales/fr/common.json' with { type: 'json' }
import { dateFormats } from '#schema/kernel/enumerations.ts'
import { languages } from '#schema/app/languages.ts'
import { printedDate } from './date-format.ts'
import { dayInWords } from './day-in-words.ts'
import { daysNamed, typedDate } from './typed-date.ts'

const today = '2026-08-31'
const read = (typed: string) => typedDate(typed, 'DD/MM/YYYY', today)

beforeEach(async () => {
  if (!i18next.isInitialized) await startI18n()
})

test.each([
  ['today', '2026-08-31'],
  ['Tomorrow', '2026-09-01'],
  ['yesterday', '2026-08-30'],
  ['+6m', '2027-02-28'],
  ['+1y', '2027-08-31'],
  ['-3d', '2026-08-28'],
  ['−3 d', '2026-08-28'],
  ['+ 2W', '2026-09-14'],
  ['21/5/2027', '2027-05-21'],
  ['2027-05-21', '2027-05-21'],
  ['20270521', '2027-05-21'],
  ['٢١/٥/٢٠٢٧', '2027-05-21'],
  ['२१.५.२०२७', '2027-05-21'],
  ['May 21, 2027', '2027-05-21'],
  ['21 may 2027', '2027-05-21'],
  ['5/21/2027', '2027-05-21'],
])('%s is %s', (typed, date) => {
  expect(read(typed)).toBe(date)
})

test('words and offsets are also read in the language of the person', async () => {
  await speak('fr', french)
  expect(['aujourd’hui', 'Demain', '+6m', '+1a', '-3j', '+2s', 'today', '+1y'].map(read)).toEqual([
    '2026-08-31',
    '2026-09-01',
    '2027-02-28',
    '2027-08-31',
    '2026-08-28',
    '2026-09-14',
    '2026-08-31',
    '2027-08-31',
  ])
})

test.each([
  ['en', ['today', 'Yesterday', 'TOMORROW']],
  ['fr', ["aujourd'hui", 'Hier', 'demain']],
  ['fr', ['aujourd’hui', 'HIER', 'Demain']],
  ['tr', ['bugün', 'dün', 'YARIN']],
  ['tr', ['Bugun', 'dun', 'yarin']],
  ['ar', ['اليوم', 'أمس', 'غدًا']],
  ['ar', ['اليوم', 'امس', 'غدا']],
  ['ar', ['اليوم', 'البارحة', 'الغد']],
  ['hi', ['आज', 'बीता कल', 'आने वाला कल']],
])('in %s the words %s are today, yesterday and tomorrow', async (code, words) => {
  onTestFinished(() => chooseLanguage('en'))
  await chooseLanguage(code)
  expect(words.map(read)).toEqual(['2026-08-31', '2026-08-30', '2026-09-01'])
})

test.each([
  ['en', ['day before yesterday', 'Day after tomorrow']],
  ['fr', ['avant-hier', 'apres-demain']],
  ['tr', ['evvelsi gun', 'öbür gün']],
  ['ar', ['أول أمس', 'بعد غد']],
  ['hi', ['बीता परसों', 'आने वाला परसों']],
])('in %s the words %s are two days ago and in two days', async (code, words) => {
  onTestFinished(() => chooseLanguage('en'))
  await chooseLanguage(code)
  expect(words.map(read)).toEqual(['2026-08-29', '2026-09-02'])
})

test('a Hindi word for a past and a coming day is not read as either', async () => {
  onTestFinished(() => chooseLanguage('en'))
  await chooseLanguage('hi')
  expect(['कल', 'परसों'].map(read)).toEqual(['कल', 'परसों'])
  expect([' कल ', 'परसों', 'बीता कल', 'आज', 'सोमवार'].map((word) => daysNamed(word, today))).toEqual([
    ['2026-08-30', '2026-09-01'],
    ['2026-08-29', '2026-09-02'],
    ['2026-08-30'],
    ['2026-08-31'],
    [],
  ])
})

test('a month name is read without its diacritics, and in capitals', async () => {
  await speak('tr')
  expect(['7 ARALIK 2026', '7 agustos 2026'].map(read)).toEqual(['2026-12-07', '2026-08-07'])
})

test.each(languages.map(({ code }) => code))('in %s a date can be typed as lists show it', async (code) => {
  await speak(code)
  for (let month = 1; month <= 12; month++) {
    const date = `2027-${String(month).padStart(2, '0')}-07`
    for (const format of [null, ...dateFormats]) expect(read(printedDate(date, format))).toBe(date)
  }
})

test('text that is not a date is unchanged', () => {
  const wrong = [
    'soon',
    '6m',
    '+6q',
    '+9999y',
    '31/02/2027',
    'May 2027',
    'Feb 30, 2027',
    '٣١/٠٢/٢٠٢٧',
    '20270231',
    '+6 months',
    '',
  ]
  expect(wrong.map(read)).toEqual(wrong)
})

test('a date is shown with its weekday, in the person’s language', async () => {
  expect(dayInWords('2027-05-21', null)).toBe('Friday, May 21, 2027')
  expect(dayInWords('2027-05-21', 'DD/MM/YYYY')).toBe('Friday, 21 May 2027')
  await speak('fr', french)
  expect(dayInWords('2027-05-21', null)).toBe('vendredi 21 mai 2027')
})
