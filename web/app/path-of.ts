/** The part of the address that names the screen; what a list keeps behind it draws nothing of the shell anew. */
export const pathOf = ({ pathname }: { readonly pathname: string }): string => pathname
