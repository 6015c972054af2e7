import { locale } from '#web/i18n/locale.ts'

export function perLocale<Made>(make: (locale: string) => Made): () => Made {
  let made: { readonly of: string; readonly value: Made } | undefined
  return () => {
    const of = locale()
    if (made?.of !== of) made = { of, value: make(of) }
    return made.value
  }
}
