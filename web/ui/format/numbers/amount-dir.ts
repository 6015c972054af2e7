/** Arabic amounts begin with a right-to-left mark, and their parts are in that order. */
export const amountDir = (text: string): 'ltr' | 'rtl' => (/[\u200F\p{Script=Arabic}]/u.test(text) ? 'rtl' : 'ltr')
