"""An AirSim program in our city: the city is served, and a client of Cosys-AirSim flies and looks.

Run: pip install './packages/aircity[airsim]' cosysairsim
     python packages/aircity/examples/04_airsim_program.py
In your own program only the address changes: start `aircity serve` in another terminal and connect to it.
"""

import cosysairsim as airsim
import numpy as np

from aircity.airsim.server import AirSimServer
from aircity.cli.worlds import open_city, served_scene

with open_city("practice-square") as city, AirSimServer(served_scene(city), port=0, clock_speed=20) as server:
    client = airsim.MultirotorClient(ip=server.address.host, port=server.address.port)
    client.confirmConnection()
    client.enableApiControl(True, "Drone_1")
    client.moveByVelocityBodyFrameAsync(5, 0, -1, 4, vehicle_name="Drone_1").join()
    colour, depth = client.simGetImages(
        [
            airsim.ImageRequest("front_0", airsim.ImageType.Scene, False, False),
            airsim.ImageRequest("front_0", airsim.ImageType.DepthPerspective, True, False),
        ],
        "Drone_1",
    )
    bgr = np.frombuffer(colour.image_data_uint8, np.uint8).reshape(colour.height, colour.width, 3)
    metres = np.array(depth.image_data_float, np.float32).reshape(depth.height, depth.width)
    where = client.simGetVehiclePose("Drone_1").position
    print(f"at {where.x_val:.0f} north, {where.y_val:.0f} east, {-where.z_val:.0f} up")
    print(f"a picture of {bgr.shape}, the nearest surface {metres.min():.1f} m away")
