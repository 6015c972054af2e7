import { locale } from '#web/i18n/locale.ts'

export function perLocale<Made>(make: (locale: string) => Made): () => Made {
  let cached: { readonly forLocale: string; readonly value: Made } | undefined
  return () => {
    const forLocale = locale()
    if (cached?.forLocale !== forLocale) cached = { forLocale, value: make(forLocale) }
    return cached.value
  }
}
