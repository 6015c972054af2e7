export const mostShown = 50
