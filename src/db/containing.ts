/** The pattern of `like` for texts that contain this one; its own wildcards count as letters. */
export const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
