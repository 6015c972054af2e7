export const texts = import.meta.glob<object>(['./*.json', '!./{mail,pages}.json'], { eager: true, import: 'default' })
