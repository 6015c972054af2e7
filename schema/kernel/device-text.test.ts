import { expect, it } from 'vitest'
import texts from '#schema/locales/fr/sessions.json' with { type: 'json' }
import { type DeviceKey, deviceText } from './device-text.ts'

it.each([
  ['Chrome on Linux', 'Chrome sur Linux'],
  ['Samsung Internet on Android tablet', 'Samsung Internet sur tablette Android'],
  ['Android phone', 'téléphone Android'],
  ['Firefox', 'Firefox'],
])('%s is “%s” in French', (stored, text) => {
  const translate = (key: DeviceKey, values = { browser: '', system: '' }) =>
    texts[key].replace('{{browser}}', values.browser).replace('{{system}}', values.system)
  expect(deviceText(stored, translate)).toBe(text)
})
