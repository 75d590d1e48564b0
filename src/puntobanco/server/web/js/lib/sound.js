// A short tone, where the user has switched sound on; whatever it says is also written.

import { settings } from "./settings.js";

/** @type {AudioContext | null} */
let audio = null;

/** @param {number} pitch in hertz */
export function chime(pitch) {
  if (!settings.sound) return;
  audio ??= new AudioContext();
  const [tone, gain] = [audio.createOscillator(), audio.createGain()];
  tone.frequency.value = pitch;
  gain.gain.setValueAtTime(0.08, audio.currentTime);
  gain.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.4);
  tone.connect(gain).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.4);
}
