/** A kind of notice in words. */
export function noticeInWords(kind: string): string {
  const words = kind.toLowerCase().replace(/_/g, " ");
  return words[0]!.toUpperCase() + words.slice(1);
}
