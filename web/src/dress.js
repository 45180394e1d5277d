// The materials of a surface: colours and pictures, which colours of a field take the place of.
import { Color, RepeatWrapping, SRGBColorSpace, TextureLoader } from 'three';

export class Dress {
  // `plain`: the material of what has none; `loaded` is called when a picture has come.
  constructor(body, geometry, plain, loaded) {
    const maps = body.images.map((uri) => (uri ? this.load(uri, loaded) : null));
    this.looks = body.materials.map(({ colour, metallic, roughness, image }) => {
      const material = plain.clone();
      material.metalness = metallic;
      material.roughness = roughness;
      return { material, colour: new Color().setRGB(...colour), map: image >= 0 ? maps[image] : null };
    });
    this.plain = plain;
    this.showsPlain = body.runs.some(([, , material]) => material < 0);
    this.materials = [plain, ...this.looks.map((look) => look.material)];
    for (const [first, count, material] of body.runs) geometry.addGroup(3 * first, 3 * count, material + 1);
  }

  load(uri, loaded) {
    const map = new TextureLoader().load(uri, loaded);
    map.colorSpace = SRGBColorSpace;
    map.wrapS = map.wrapT = RepeatWrapping;
    return map;
  }

  // With its own looks, and `colour` where there is no material; without, all is as white as vertices make it.
  wear(own, colour) {
    this.plain.color.setRGB(...(own ? colour : [1, 1, 1]));
    if (own === this.own) return;
    this.own = own;
    for (const look of this.looks) {
      look.material.map = own ? look.map : null;
      if (own) look.material.color.copy(look.colour);
      else look.material.color.setRGB(1, 1, 1);
      look.material.needsUpdate = true;
    }
  }
}
