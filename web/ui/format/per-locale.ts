import { locale } from '#web/i18n/locale.ts'

/** Caches a value that depends on the person's locale: made once, and again after a change of language. */
export function perLocale<Made>(make: (locale: string) => Made): () => Made {
  let made: { readonly of: string; readonly value: Made } | undefined
  return () => {
    const of = locale()
    if (made?.of !== of) made = { of, value: make(of) }
    return made.value
  }
}
