import { expect, it } from 'vitest'
import { isGuessable } from './guessable-password.ts'

const context = ['Demo Capital', 'ines.morel@firm.example']

it.each([
  'password1234',
  'P@ssw0rd!2026',
  'passwordpassword',
  'qwertyuiop12',
  '1qaz2wsx3edc',
  'aaaaaaaaaaaa',
  'abcabcabcabc',
  '123456789012',
  'Demo-Capital-2026',
  'ines.morel.1!',
  'firm.example.99',
  'Welcome2Holdfast',
  'summer2026!!',
  'hosgeldiniz1',
])('%s is guessable', (password) => expect(isGuessable(password, context)).toBe(true))

it.each([
  'correct horse battery',
  'demo-demo-demo-but-longer words',
  'Xk9#mQ2$vL7p',
  'kırmızı bisiklet köprü',
  'المطر يغسل الطريق',
  'the lighthouse keeper',
  'password of the harbour crane',
])('%s is accepted', (password) => expect(isGuessable(password, context)).toBe(false))

it('takes no longer with a long password', () => {
  expect(isGuessable('a'.repeat(1_000), context)).toBe(true)
})
