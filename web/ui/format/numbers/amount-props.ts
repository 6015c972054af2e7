const [leftToRight, rightToLeft] = ['\u200E', '\u200F']
const isArabic = (text: string): boolean => /[\u200F\p{Script=Arabic}]/u.test(text)

/** Bidi marks separate a negative number from its currency and keep the sign of "US$" behind the letters. */
export const amountProps = (text: string): { readonly dir: 'ltr' | 'rtl'; readonly children: string } =>
  isArabic(text)
    ? {
        dir: 'rtl',
        children: text
          .replace(/(?<=\d)\u00A0/u, `${rightToLeft}$&`)
          .replace(/\p{Script=Latin}\p{Sc}$/u, `$&${leftToRight}`),
      }
    : { dir: 'ltr', children: text }

const [isolateFromRight, endOfIsolate] = ['\u2067', '\u2069']

/** For an amount within a text that cannot contain elements, such as a title. */
export function amountText(text: string): string {
  const { dir, children } = amountProps(text)
  return dir === 'rtl' ? `${isolateFromRight}${children}${endOfIsolate}` : children
}
