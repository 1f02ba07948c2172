export { createCharacter } from './create-character.ts'
export { findUsableCharacter } from './find-usable-character.ts'
export { listCharacters } from './list-characters.ts'
export { loadCharacter } from './load-character.ts'
