const latin = `
Giovanni Jennifer Christopher Elizabeth Benjamin Charlotte William Theodore Penelope Gabriel Victoria Sebastian Josephine
Alexander Isabelle Montgomery Abernathy Fitzgerald Hawthorne Kowalczyk Wiśniewska Papadopoulos Schneider Hoffmann
Zimmermann Vanderbilt Rodríguez Fernández Guerrero Bianchi Esposito Lombardi Björk Guðmundsson Ødegaard Kristoffersen
Haugland Virtanen Korhonen Tchaikovsky Dvořák Horváth Szabó Popescu Ionescu Petrov Stoyanov Tanaka Watanabe Yamamoto
Kobayashi Nguyen Tran Phuong Wang Zhang Huang Chen Park Kim Jung Siriporn Wibowo Hartono Macapagal Delacruz Okonkwo
Adeyemi Babatunde Mbeki Dlamini Nkrumah Tesfaye Haile Wanjiru Kamau Ouedraogo Traoré Keita Ndiaye Rakoto Pretorius
Beaumont Lefèvre Chevalier Rousseau Fontaine Gauthier Mercier Bonnet Perrin Leclerc Bouchard Tremblay Gagnon Pelletier
Bertrand Vasseur Carpentier Thibault Boulanger Berthelot Erdoğan Özdemir Kılıç Doğan Karaca Bozkurt Tekin Güneş Polat
Korkmaz Aksoy Bulut Taşkın Turgut Pektaş Uzun Yücel Bhattacharya Mukherjee Banerjee Chatterjee Deshpande Kulkarni
Joshi Agarwal Bhatia Malhotra Kapoor Chopra Venkatesh Subramaniam Gopalakrishna Pillai Menon Nambiar Rajagopal
Harbinger Cobblestone Peppercorn Lighthouse Riverbend Thistledown Wetherby Quillfeather Bramblewood Foxglove
Buckminster Ellsworth Winthrop Pemberton Cholmondeley Featherstone Blackwood Greenfield Kingsley Ashworth Whitaker
Holloway Prescott Sinclair Lancaster Cavendish Wellington Gloucester Northampton Birmingham Edinburgh Copenhagen
Barcelona Montevideo Reykjavik Vladivostok Johannesburg
`

const full = `
Pedro Almodóvar, Ingrid Bergman, Pablo Picasso, Frida Kahlo, Virginia Woolf, Haruki Murakami, Chinua Achebe, Toni Morrison,
Gabriel Márquez, Orhan Pamuk, Naguib Mahfouz, Arundhati Roy, Rabindranath Tagore, Simone Beauvoir, Victor Hugo,
Marcel Proust, Agatha Christie, Johann Goethe, Franz Kafka, Astrid Lindgren, Selma Lagerlöf, Henrik Ibsen, Karen Blixen,
Wole Soyinka, Nadine Gordimer
`

const other = `
بطرس غسان طلال هيثم لؤي رشا دينا هند فيروز سميرة الخطيب النجار العتيبي القحطاني الشمري بدر مشعل تركي نايف غادة
राकेश सुरेश दिनेश गणेश पूजा नेहा कविता सुनीता अग्रवाल बनर्जी मुखर्जी देशपांडे कुलकर्णी त्रिपाठी उपाध्याय झा बिष्ट
`

const split = (text: string, by: RegExp): readonly string[] => text.trim().split(by)

export const unrelatedNames = [...split(latin, /\s+/), ...split(full, /,\s+/), ...split(other, /\s+/)]
