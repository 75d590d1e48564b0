// A short tone, where the user has switched sound on; whatever it says is also written.

import { settings } from "./settings.js";

/** @type {Readonly<Record<string, number>>} */
const LOUD = { quiet: 0.04, loud: 0.16 };

/** @type {AudioContext | null} */
let audio = null;

/** @param {number} pitch in hertz */
export function chime(pitch) {
  const loud = LOUD[settings.sound];
  if (!loud) return;
  audio ??= new AudioContext();
  const [tone, gain] = [audio.createOscillator(), audio.createGain()];
  tone.frequency.value = pitch;
  gain.gain.setValueAtTime(loud, audio.currentTime);
  gain.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.4);
  tone.connect(gain).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.4);
}
