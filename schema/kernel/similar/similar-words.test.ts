import { expect, it } from 'vitest'
import { areSimilarNames, comparableWords, isSimilar, isSimilarPart } from './similar-words.ts'
import { unrelatedNames } from '#schema/test/unrelated-names.ts'

function finds(typed: string, name: string): boolean {
  const words = comparableWords(name)
  return comparableWords(typed).every((each) =>
    words.some((word) => isSimilar(each, word) || isSimilarPart(each, word)),
  )
}

const misspelt = [
  ['Krishnen', 'Ananya Krishnan'],
  ['Krisnan', 'Ananya Krishnan'],
  ['Anaya', 'Ananya Krishnan'],
  ['Krishna', 'Ananya Krishnan'],
  ['brandsteter', 'Dominik Brandstätter'],
  ['yilmas', 'Kerem Yılmaz'],
  ['kerme yilmaz', 'Kerem Yılmaz'],
  ['al mansori', 'Layla Al Mansoori'],
  ['Mansuri', 'Layla Al Mansoori'],
  ['Almansuri', 'Layla Almansoori'],
  ['nilgri', 'Nilgiri Software'],
  ['Linqvist', 'Oskar Lindqvist'],
  ['Nothwind', 'Northwind Family Office'],
  ['Beatrix Almeda', 'Beatriz Almeida'],
  ['Omra', 'Omar Saleh'],
  ['Kelelr', 'Thomas Keller'],
  ['المنصروي', 'ليلى المنصوري'],
  ['محمود', 'محمد'],
  ['कृषणन', 'अनन्या कृष्णन'],
] as const

const soundsAlike = [
  ['Mohammed', 'Muhammad'],
  ['Mohamed', 'Muhammad'],
  ['Mehmet', 'Mohammed'],
  ['Ahmet', 'Ahmad'],
  ['Hussein', 'Hossain'],
  ['Yousef', 'Yusuf'],
  ['Khaled', 'Khalid'],
  ['Kareem', 'Karim'],
  ['Leila', 'Layla'],
  ['Noor', 'Nour'],
  ['Umar', 'Omar'],
  ['Aly', 'Ali'],
  ['Meryem', 'Mariam'],
  ['Abdallah', 'Abdullah'],
  ['Sarah', 'Sara'],
  ['Philippe', 'Filip'],
  ['Oeztuerk', 'Öztürk'],
  ['Shahin', 'Şahin'],
  ['Mueller', 'Müller'],
  ['Nicolas', 'Nikolas'],
  ['Choudhury', 'Chaudhary'],
  ['Lakshmi', 'Laxmi'],
  ['Sawant', 'Savant'],
  ['Jacob', 'Jakob'],
  ['Aurélie', 'Aureli'],
] as const

const arabic = [
  ['محمد', 'Mohammed'],
  ['محمد', 'Muhammad'],
  ['محمد', 'Mohamed'],
  ['محمد', 'Mehmet'],
  ['أحمد', 'Ahmed'],
  ['خالد', 'Khalid'],
  ['خالد', 'Halit'],
  ['يوسف', 'Yusuf'],
  ['يوسف', 'Youssef'],
  ['حسين', 'Hussein'],
  ['علي', 'Ali'],
  ['عمر', 'Omar'],
  ['عمر', 'Ömer'],
  ['عثمان', 'Osman'],
  ['عثمان', 'Othman'],
  ['ليلى', 'Layla'],
  ['فاطمة', 'Fatima'],
  ['فاطمة', 'Fatma'],
  ['عائشة', 'Aisha'],
  ['عائشة', 'Ayşe'],
  ['مريم', 'Mariam'],
  ['نور', 'Noor'],
  ['زينب', 'Zeynep'],
  ['جمال', 'Jamal'],
  ['جمال', 'Gamal'],
  ['جمال', 'Cemal'],
  ['سعيد', 'Saeed'],
  ['رمضان', 'Ramazan'],
  ['مصطفى', 'Mustafa'],
  ['عبد الله', 'Abd Allah'],
  ['عبدالله', 'Abdullah'],
  ['عبدالرحمن', 'Abdulrahman'],
  ['عبدالرحمن', 'Abdurrahman'],
  ['عبدالعزيز', 'Abdulaziz'],
  ['المنصوري', 'Al Mansoori'],
  ['المنصوري', 'Almansouri'],
  ['الإدريسي', 'El Idrissi'],
  ['حداد', 'Haddad'],
  ['صالح', 'Saleh'],
  ['فاروق', 'Farouk'],
  ['وليد', 'Walid'],
  ['شاهين', 'Şahin'],
  ['كريشنان', 'Krishnan'],
] as const

const devanagari = [
  ['मोहम्मद', 'Mohammed'],
  ['मुहम्मद', 'Muhammad'],
  ['अनन्या', 'Ananya'],
  ['कृष्णन', 'Krishnan'],
  ['शर्मा', 'Sharma'],
  ['सिंह', 'Singh'],
  ['पटेल', 'Patel'],
  ['मेहता', 'Mehta'],
  ['रोहन', 'Rohan'],
  ['प्रिया', 'Priya'],
  ['विक्रम', 'Vikram'],
  ['मीरा', 'Meera'],
  ['अय्यर', 'Iyer'],
  ['नायर', 'Nair'],
  ['गुप्ता', 'Gupta'],
  ['चौधरी', 'Chaudhary'],
  ['चौधरी', 'Choudhury'],
  ['राजकुमार', 'Rajkumar'],
  ['लक्ष्मी', 'Laxmi'],
  ['लक्ष्मी', 'Lakshmi'],
  ['रेड्डी', 'Reddy'],
  ['श्रीनिवासन', 'Srinivasan'],
  ['ज़फ़र', 'Zafar'],
  ['अज़ीज़', 'Aziz'],
  ['सावंत', 'Sawant'],
  ['विजय', 'Vijay'],
  ['फ़ातिमा', 'Fatima'],
] as const

it.each(misspelt)('"%s" finds "%s"', (typed, name) => {
  expect(finds(typed, name)).toBe(true)
})

it.each([...soundsAlike, ...arabic, ...devanagari])('"%s" and "%s" find each other', (one, other) => {
  expect([finds(one, other), finds(other, one)]).toEqual([true, true])
})

it.each([
  ['krisna', 'Krishnan'],
  ['brandsta', 'Brandstätter'],
  ['Moham', 'محمد'],
  ['محمدح', 'Mohammedhassan'],
  ['Srini', 'श्रीनिवासन'],
])('"%s" finds "%s", whose beginning is similar', (typed, name) => {
  expect(finds(typed, name)).toBe(true)
})

it.each([
  ['Omr', 'Omar'],
  ['Kevin', 'Kerem'],
  ['Krishnen', 'Kristin'],
  ['2024', '2025'],
  ['A380', 'A330'],
  ['محمد', 'Ahmed'],
  ['शर्मा', 'Verma'],
])('"%s" does not find "%s"', (typed, name) => {
  expect(finds(typed, name)).toBe(false)
})

it('unrelated names find nothing among the others', () => {
  const names = [...new Set([...misspelt, ...soundsAlike, ...arabic, ...devanagari].map(([, name]) => name))]
  const found = unrelatedNames.flatMap((typed) =>
    names.filter((name) => finds(typed, name)).map((name) => `${typed}: ${name}`),
  )
  expect(unrelatedNames.length).toBeGreaterThanOrEqual(200)
  expect(found).toEqual([])
})

it.each([
  ['Mohammed Ali', 'Ali, Muhammad'],
  ['Elif Öztürk', 'Elif Ozturk'],
  ['Layla Al-Mansouri', 'Layla Mansoori'],
  ['ليلى المنصوري', 'Layla Al Mansoori'],
  ['Nilgiri Software', 'Nilgri Softwares'],
  ['Sakura', 'Sakura'],
])('"%s" and "%s" are similar names', (one, other) => {
  expect([areSimilarNames(one, other), areSimilarNames(other, one)]).toEqual([true, true])
})

it.each([
  ['Mohammed Ali', 'Mohammed Hassan'],
  ['Solar Park 1', 'Solar Park 2'],
  ['Elif', 'Elif Arslan'],
  ['Layla Al', 'Omar Al'],
])('"%s" and "%s" are different names', (one, other) => {
  expect([areSimilarNames(one, other), areSimilarNames(other, one)]).toEqual([false, false])
})
