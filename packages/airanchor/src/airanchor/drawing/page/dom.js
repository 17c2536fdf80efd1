"use strict";
// Every word of a model, a prompt, an instruction or a sign reaches a page through these functions, as text only.

const HIDDEN = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

function plain(value) {
  const text = typeof value === "string" ? value : value === null || value === undefined ? "" : String(value);
  return text.replace(HIDDEN, (mark) => "⟨U+" + mark.codePointAt(0).toString(16).toUpperCase().padStart(4, "0") + "⟩");
}

function fillNode(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") node.addEventListener(name, value);
    else if (name === "text") node.textContent = plain(value);
    else node.setAttribute(name, value === true ? "" : plain(value));
  }
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false || child === "") continue;
    node.append(child instanceof Node ? child : plain(child));
  }
  return node;
}

function el(tag, attributes, ...children) {
  return fillNode(document.createElement(tag), attributes, children);
}

function svg(tag, attributes, ...children) {
  return fillNode(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

const plural = (count, word) => count + " " + word + (count === 1 ? "" : "s");
