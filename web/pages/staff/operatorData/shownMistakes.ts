// The mistakes that fields show: those of the saved draft, until their value is edited. An owner who has saved and
// published nothing yet has made none.

type Mistake = { part: string | null; path: string }
type Draft<Listed extends Mistake> = { savedAt: unknown; newest: number; mistakes: Listed[]; content: unknown }

export function shownMistakes<Listed extends Mistake>(
  { savedAt, newest, mistakes, content }: Draft<Listed>,
  edited: unknown,
): Listed[] {
  if (savedAt === null && newest === 0) return []
  if (edited === content) return mistakes
  return mistakes.filter(({ part, path }) => {
    const place = [part ?? '', ...path.split('/').slice(1)]
    return path !== '' && valueIn(content, place) === valueIn(edited, place)
  })
}

const valueIn = (content: unknown, place: string[]): unknown =>
  place.reduce<unknown>((value, key) => (value as Record<string, unknown> | null | undefined)?.[key], content)
